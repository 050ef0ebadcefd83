//! The rows of programming languages that are read without a grammar.
//!
//! Values only.

use super::{Block, Kind, Language, ROW, Reader, SLASH_STAR, Scanner};

pub(super) static ROWS: &[Language] = &[
    Language {
        name: "objective-c",
        extensions: &["m", "mm"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &[
            "@interface",
            "@implementation",
            "@protocol",
            "@property",
            "struct",
            "enum",
            "typedef",
            "#define",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        companions: &["h"],
        ..ROW
    },
    Language {
        name: "julia",
        extensions: &["jl"],
        interpreters: &["julia"],
        line_comments: &["#"],
        block_comments: &[("#=", "=#"), ("\"\"\"", "\"\"\"")],
        definition_words: &[
            "function",
            "struct",
            "module",
            "macro",
            "abstract",
            "mutable",
            "const",
            "primitive",
            "baremodule",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "perl",
        extensions: &["pl", "pm", "t", "pod", "psgi"],
        interpreters: &["perl"],
        line_comments: &["#"],
        block_comments: &[("=pod", "=cut"), ("=head1", "=cut")],
        definition_words: &["sub", "package", "constant"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: "::",
        ..ROW
    },
    Language {
        name: "raku",
        extensions: &["raku", "rakumod", "p6"],
        interpreters: &["raku", "perl6"],
        line_comments: &["#"],
        definition_words: &["sub", "method", "class", "role", "grammar", "module", "token", "rule", "multi"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: "::",
        ..ROW
    },
    Language {
        name: "powershell",
        extensions: &["ps1", "psm1", "psd1"],
        interpreters: &["pwsh", "powershell"],
        line_comments: &["#"],
        block_comments: &[("<#", "#>")],
        definition_words: &["function", "filter", "class", "enum", "workflow", "configuration"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language { name: "batch", extensions: &["bat", "cmd"], line_comments: &["rem", "::"], ..ROW },
    Language {
        name: "fish",
        extensions: &["fish"],
        interpreters: &["fish"],
        line_comments: &["#"],
        definition_words: &["function", "set", "alias"],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        ..ROW
    },
    Language {
        name: "groovy",
        extensions: &["groovy", "gvy", "gsh", "jenkinsfile"],
        file_names: &["jenkinsfile"],
        interpreters: &["groovy"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["def", "class", "interface", "trait", "enum", "void", "package"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "gradle",
        kind: Kind::Config,
        extensions: &["gradle"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["def", "task", "class", "plugins", "dependencies", "repositories"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "d",
        extensions: &["d", "di"],
        interpreters: &["rdmd"],
        line_comments: &["//"],
        block_comments: &[("/*", "*/"), ("/+", "+/")],
        definition_words: &[
            "class",
            "struct",
            "interface",
            "enum",
            "union",
            "template",
            "module",
            "alias",
            "mixin",
            "void",
            "auto",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "nim",
        extensions: &["nim", "nims", "nimble"],
        interpreters: &["nim"],
        line_comments: &["#"],
        block_comments: &[("#[", "]#")],
        definition_words: &[
            "proc",
            "func",
            "method",
            "template",
            "macro",
            "type",
            "iterator",
            "converter",
            "const",
            "var",
            "let",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        ..ROW
    },
    Language {
        name: "crystal",
        extensions: &["cr"],
        interpreters: &["crystal"],
        line_comments: &["#"],
        definition_words: &["def", "class", "module", "struct", "enum", "macro", "lib", "annotation", "alias"],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        ..ROW
    },
    Language {
        name: "v",
        extensions: &["vv", "vsh"],
        file_names: &["v.mod"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["fn", "struct", "enum", "interface", "type", "const", "module", "union"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language { name: "odin", extensions: &["odin"], line_comments: &["//"], block_comments: SLASH_STAR, ..ROW },
    Language {
        name: "verilog",
        extensions: &["v", "vh", "sv", "svh"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &[
            "module",
            "interface",
            "class",
            "package",
            "function",
            "task",
            "program",
            "typedef",
            "primitive",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        ..ROW
    },
    Language {
        name: "fortran",
        extensions: &["f", "f77", "f90", "f95", "f03", "f08", "for", "ftn"],
        line_comments: &["!"],
        definition_words: &["subroutine", "function", "module", "program", "type", "interface"],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        ..ROW
    },
    Language {
        name: "pascal",
        extensions: &["pas", "pp", "dpr", "lpr", "inc"],
        line_comments: &["//"],
        block_comments: &[("{", "}"), ("(*", "*)")],
        definition_words: &[
            "procedure",
            "function",
            "class",
            "unit",
            "program",
            "type",
            "constructor",
            "destructor",
            "interface",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        ..ROW
    },
    Language {
        name: "ada",
        extensions: &["ada", "adb", "ads"],
        line_comments: &["--"],
        definition_words: &["procedure", "function", "package", "type", "task", "protected"],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        companions: &["ads", "adb"],
        ..ROW
    },
    Language { name: "cobol", extensions: &["cob", "cbl", "cpy"], line_comments: &["*>"], ..ROW },
    Language {
        name: "visual-basic",
        extensions: &["vb", "vbs", "bas", "frm"],
        line_comments: &["'"],
        definition_words: &["sub", "function", "class", "module", "property", "structure", "enum", "interface"],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "matlab",
        extensions: &["mlx", "matlab"],
        line_comments: &["%"],
        block_comments: &[("%{", "%}")],
        definition_words: &["function", "classdef"],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        ..ROW
    },
    Language {
        name: "gdscript",
        extensions: &["gd"],
        line_comments: &["#"],
        definition_words: &["func", "class", "class_name", "signal", "enum", "const", "var"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        ..ROW
    },
    Language {
        name: "cython",
        extensions: &["pxi"],
        line_comments: &["#"],
        block_comments: &[("\"\"\"", "\"\"\"")],
        definition_words: &["def", "cdef", "cpdef", "class"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        ..ROW
    },
    Language {
        name: "mojo",
        extensions: &["mojo"],
        line_comments: &["#"],
        block_comments: &[("\"\"\"", "\"\"\"")],
        definition_words: &["fn", "def", "struct", "trait", "alias"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "starlark",
        extensions: &["starlark"],
        file_names: &["build", "workspace"],
        line_comments: &["#"],
        block_comments: &[("\"\"\"", "\"\"\"")],
        definition_words: &["def"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        ..ROW
    },
    Language {
        name: "coffeescript",
        extensions: &["coffee", "litcoffee", "cjsx"],
        file_names: &["cakefile"],
        interpreters: &["coffee"],
        line_comments: &["#"],
        block_comments: &[("###", "###")],
        definition_words: &["class"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        ..ROW
    },
    Language {
        name: "haxe",
        extensions: &["hx"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["class", "interface", "enum", "typedef", "abstract", "function", "var"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "actionscript",
        extensions: &["as"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["class", "interface", "function", "package", "var", "const"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "apex",
        extensions: &["cls", "trigger", "apex"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["class", "interface", "enum", "trigger"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "tcl",
        extensions: &["tcl", "tk", "exp"],
        interpreters: &["tclsh", "wish", "expect"],
        line_comments: &["#"],
        definition_words: &["proc", "class", "method", "namespace"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: "::",
        ..ROW
    },
    Language {
        name: "vala",
        extensions: &["vala", "vapi"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["class", "interface", "struct", "enum", "namespace", "delegate", "signal"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: ".",
        ..ROW
    },
    Language { name: "smalltalk", extensions: &["st"], block_comments: &[("\"", "\"")], ..ROW },
    Language {
        name: "prolog",
        extensions: &["prolog", "pro"],
        interpreters: &["swipl"],
        line_comments: &["%"],
        block_comments: SLASH_STAR,
        ..ROW
    },
];
