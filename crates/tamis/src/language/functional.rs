//! The rows of functional languages that are read without a grammar.
//!
//! Values only.

use super::{Block, Language, ROW, Reader, SLASH_STAR, Scanner};

pub(super) static ROWS: &[Language] = &[
    Language {
        name: "f-sharp",
        extensions: &["fs", "fsi", "fsx"],
        line_comments: &["//"],
        block_comments: &[("(*", "*)")],
        definition_words: &[
            "let",
            "module",
            "type",
            "member",
            "namespace",
            "and",
            "exception",
            "val",
            "abstract",
            "override",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        separator: ".",
        companions: &["fsi", "fs"],
        ..ROW
    },
    Language {
        name: "ocaml",
        extensions: &["ml", "mli", "mll", "mly"],
        interpreters: &["ocaml"],
        block_comments: &[("(*", "*)")],
        definition_words: &["let", "module", "type", "val", "class", "method", "exception", "external", "and"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        separator: ".",
        companions: &["mli", "ml"],
        ..ROW
    },
    Language {
        name: "clojure",
        extensions: &["clj", "cljs", "cljc", "edn", "bb"],
        interpreters: &["bb", "clojure"],
        line_comments: &[";", ";;"],
        definition_words: &[
            "defn",
            "defn-",
            "def",
            "defmacro",
            "defmulti",
            "defmethod",
            "defprotocol",
            "defrecord",
            "deftype",
            "definterface",
            "defonce",
            "ns",
            "deftest",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Parentheses)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "common-lisp",
        extensions: &["lisp", "lsp", "cl", "asd"],
        interpreters: &["sbcl", "clisp"],
        line_comments: &[";", ";;"],
        block_comments: &[("#|", "|#")],
        definition_words: &[
            "defun",
            "defmacro",
            "defclass",
            "defgeneric",
            "defmethod",
            "defvar",
            "defparameter",
            "defconstant",
            "defstruct",
            "defpackage",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Parentheses)),
        ..ROW
    },
    Language {
        name: "emacs-lisp",
        extensions: &["el"],
        file_names: &[".emacs", "cask"],
        line_comments: &[";", ";;"],
        definition_words: &[
            "defun",
            "defmacro",
            "defvar",
            "defcustom",
            "defconst",
            "defsubst",
            "cl-defun",
            "cl-defmethod",
            "cl-defstruct",
            "define-minor-mode",
            "define-derived-mode",
            "defgroup",
            "defface",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Parentheses)),
        ..ROW
    },
    Language {
        name: "scheme",
        extensions: &["scm", "ss", "rkt", "sld"],
        interpreters: &["guile", "racket"],
        line_comments: &[";", ";;"],
        block_comments: &[("#|", "|#")],
        definition_words: &[
            "define",
            "define-syntax",
            "define-record-type",
            "define-struct",
            "struct",
            "define-library",
            "module",
            "define-macro",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Parentheses)),
        ..ROW
    },
    Language {
        name: "elm",
        extensions: &["elm"],
        line_comments: &["--"],
        block_comments: &[("{-", "-}")],
        definition_words: &["type", "module", "port"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "purescript",
        extensions: &["purs"],
        line_comments: &["--"],
        block_comments: &[("{-", "-}")],
        definition_words: &["data", "newtype", "type", "class", "instance", "module", "foreign"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "rescript",
        extensions: &["res", "resi"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["let", "module", "type", "external", "exception"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        companions: &["resi", "res"],
        ..ROW
    },
    Language {
        name: "reason",
        extensions: &["re", "rei"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["let", "module", "type", "external", "exception"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "gleam",
        extensions: &["gleam"],
        line_comments: &["//"],
        definition_words: &["fn", "type", "const"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
];
