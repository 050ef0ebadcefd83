//! The rows of notations with one purpose: schemas, queries, shaders, circuits, proofs.
//!
//! Values only.

use super::{Block, Kind, Language, ROW, Reader, SLASH_STAR, Scanner};

pub(super) static ROWS: &[Language] = &[
    Language {
        name: "vhdl",
        extensions: &["vhd", "vhdl"],
        line_comments: &["--"],
        definition_words: &["entity", "architecture", "package", "process", "function", "procedure", "component"],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        ..ROW
    },
    Language {
        name: "move",
        extensions: &["move"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["module", "fun", "struct", "const"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: "::",
        ..ROW
    },
    Language {
        name: "cairo",
        extensions: &["cairo"],
        line_comments: &["//"],
        definition_words: &["fn", "struct", "enum", "trait", "impl", "mod", "const"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        separator: "::",
        ..ROW
    },
    Language {
        name: "vyper",
        extensions: &["vy"],
        line_comments: &["#"],
        block_comments: &[("\"\"\"", "\"\"\"")],
        definition_words: &["def", "struct", "event", "interface", "enum"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        ..ROW
    },
    Language {
        name: "lean",
        extensions: &["lean"],
        line_comments: &["--"],
        block_comments: &[("/-", "-/")],
        definition_words: &[
            "def",
            "theorem",
            "lemma",
            "structure",
            "class",
            "inductive",
            "instance",
            "abbrev",
            "namespace",
            "section",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "coq",
        extensions: &["coq"],
        block_comments: &[("(*", "*)")],
        definition_words: &[
            "Definition",
            "Theorem",
            "Lemma",
            "Fixpoint",
            "Inductive",
            "Record",
            "Module",
            "Section",
            "Class",
            "Instance",
        ],
        ..ROW
    },
    Language {
        name: "agda",
        extensions: &["agda"],
        line_comments: &["--"],
        block_comments: &[("{-", "-}")],
        definition_words: &["data", "record", "module"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "idris",
        extensions: &["idr", "lidr"],
        line_comments: &["--"],
        block_comments: &[("{-", "-}")],
        definition_words: &["data", "record", "interface", "module"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        separator: ".",
        ..ROW
    },
    Language {
        name: "awk",
        extensions: &["awk"],
        interpreters: &["awk", "gawk", "mawk"],
        line_comments: &["#"],
        definition_words: &["function"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language { name: "sed", extensions: &["sed"], interpreters: &["sed"], line_comments: &["#"], ..ROW },
    Language {
        name: "vim-script",
        extensions: &["vim", "vimrc"],
        file_names: &[".vimrc", ".gvimrc", "_vimrc"],
        line_comments: &["\""],
        definition_words: &["function", "function!", "command", "command!", "augroup"],
        reader: Reader::Scanner(Scanner::Declarations(Block::End)),
        ..ROW
    },
    Language {
        name: "assembly",
        extensions: &["asm", "s", "nasm"],
        line_comments: &[";", "//", "#", "@"],
        block_comments: SLASH_STAR,
        definition_words: &[".macro", ".globl", ".global", "proc"],
        ..ROW
    },
    Language {
        name: "llvm",
        extensions: &["ll"],
        line_comments: &[";", ";;"],
        definition_words: &["define", "declare"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "webassembly",
        extensions: &["wat", "wast"],
        line_comments: &[";", ";;"],
        block_comments: &[("(;", ";)")],
        definition_words: &["module", "func"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Parentheses)),
        ..ROW
    },
    Language {
        name: "glsl",
        extensions: &["glsl", "vert", "frag", "geom", "comp", "tesc", "tese", "vs", "fsh", "vsh_glsl"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &[
            "struct", "void", "float", "vec2", "vec3", "vec4", "mat3", "mat4", "int", "bool", "uniform", "#define",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "hlsl",
        extensions: &["hlsl", "fx", "cginc"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["struct", "void", "float", "float2", "float3", "float4", "cbuffer", "#define"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "metal",
        extensions: &["metal"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["struct", "kernel", "vertex", "fragment", "void", "float", "#define"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "wgsl",
        extensions: &["wgsl"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["fn", "struct", "var", "const", "let"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "shaderlab",
        extensions: &["shader"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["Shader", "SubShader", "Pass"],
        ..ROW
    },
    Language {
        name: "opencl",
        extensions: &["opencl"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["kernel", "__kernel", "struct", "void", "#define"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "qml",
        extensions: &["qml"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["function", "property", "signal", "component"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "sql",
        extensions: &["sql", "ddl", "dml", "pls", "plsql", "psql", "pgsql", "mysql", "tsql", "pkb", "pks"],
        line_comments: &["--"],
        block_comments: SLASH_STAR,
        definition_words: &[
            "table",
            "view",
            "function",
            "procedure",
            "trigger",
            "index",
            "type",
            "schema",
            "sequence",
            "package",
        ],
        reader: Reader::Scanner(Scanner::Statements),
        ..ROW
    },
    Language {
        name: "graphql",
        extensions: &["graphql", "gql", "graphqls"],
        line_comments: &["#"],
        block_comments: &[("\"\"\"", "\"\"\"")],
        definition_words: &[
            "type",
            "input",
            "interface",
            "enum",
            "union",
            "scalar",
            "query",
            "mutation",
            "subscription",
            "fragment",
            "directive",
            "schema",
            "extend",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "prisma",
        extensions: &["prisma"],
        line_comments: &["//"],
        definition_words: &["model", "enum", "type", "datasource", "generator", "view"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "thrift",
        extensions: &["thrift"],
        line_comments: &["//", "#"],
        block_comments: SLASH_STAR,
        definition_words: &["struct", "service", "enum", "union", "exception", "typedef", "const", "namespace"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "flatbuffers",
        extensions: &["fbs"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["table", "struct", "enum", "union", "rpc_service", "namespace"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "capnp",
        extensions: &["capnp"],
        line_comments: &["#"],
        definition_words: &["struct", "interface", "enum", "const", "annotation"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "smithy",
        extensions: &["smithy"],
        line_comments: &["//"],
        definition_words: &[
            "structure",
            "service",
            "operation",
            "resource",
            "union",
            "enum",
            "list",
            "map",
            "namespace",
        ],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "bicep",
        kind: Kind::Config,
        extensions: &["bicep"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["resource", "param", "var", "output", "module", "func", "type"],
        ..ROW
    },
    Language {
        name: "cue",
        kind: Kind::Config,
        extensions: &["cue"],
        line_comments: &["//"],
        definition_words: &["package"],
        ..ROW
    },
    Language {
        name: "jsonnet",
        kind: Kind::Config,
        extensions: &["jsonnet", "libsonnet"],
        line_comments: &["//", "#"],
        block_comments: SLASH_STAR,
        definition_words: &["local", "function"],
        ..ROW
    },
    Language {
        name: "dhall",
        kind: Kind::Config,
        extensions: &["dhall"],
        line_comments: &["--"],
        block_comments: &[("{-", "-}")],
        definition_words: &["let"],
        ..ROW
    },
    Language {
        name: "rego",
        extensions: &["rego"],
        line_comments: &["#"],
        definition_words: &["package", "default"],
        ..ROW
    },
    Language { name: "routeros", kind: Kind::Config, extensions: &["rsc"], line_comments: &["#"], ..ROW },
];
