//! The rows of text for people, and of pages that hold programs.
//!
//! Values only.

use super::{Block, Kind, Language, ROW, Reader, SLASH_STAR, Scanner};

pub(super) static ROWS: &[Language] = &[
    Language {
        name: "markdown",
        kind: Kind::Prose,
        extensions: &["md", "markdown", "mdown", "mkd", "mdx", "rmd", "qmd", "mdc"],
        file_names: &["readme.md"],
        block_comments: &[("<!--", "-->")],
        reader: Reader::Scanner(Scanner::HashHeadings),
        ..ROW
    },
    Language {
        name: "restructuredtext",
        kind: Kind::Prose,
        extensions: &["rst", "rest"],
        line_comments: &[".."],
        reader: Reader::Scanner(Scanner::UnderlinedHeadings),
        ..ROW
    },
    Language {
        name: "asciidoc",
        kind: Kind::Prose,
        extensions: &["adoc", "asciidoc", "asc"],
        line_comments: &["//"],
        block_comments: &[("////", "////")],
        reader: Reader::Scanner(Scanner::EqualsHeadings),
        ..ROW
    },
    Language {
        name: "org",
        kind: Kind::Prose,
        extensions: &["org"],
        line_comments: &["#"],
        reader: Reader::Scanner(Scanner::StarHeadings),
        ..ROW
    },
    Language {
        name: "tex",
        kind: Kind::Prose,
        extensions: &["tex", "sty", "ltx", "latex", "dtx"],
        line_comments: &["%"],
        definition_words: &["\\newcommand", "\\def", "\\section", "\\newenvironment"],
        reader: Reader::Scanner(Scanner::CommandHeadings),
        ..ROW
    },
    Language { name: "bibtex", kind: Kind::Data, extensions: &["bib"], line_comments: &["%"], ..ROW },
    Language {
        name: "typst",
        kind: Kind::Prose,
        extensions: &["typ"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        reader: Reader::Scanner(Scanner::EqualsHeadings),
        ..ROW
    },
    Language { name: "textile", kind: Kind::Prose, extensions: &["textile"], ..ROW },
    Language {
        name: "wikitext",
        kind: Kind::Prose,
        extensions: &["wiki", "mediawiki"],
        block_comments: &[("<!--", "-->")],
        reader: Reader::Scanner(Scanner::EqualsHeadings),
        ..ROW
    },
    Language { name: "man-page", kind: Kind::Prose, extensions: &["1", "3", "5", "7", "8", "man", "roff"], ..ROW },
    Language { name: "texinfo", kind: Kind::Prose, extensions: &["texi", "texinfo"], line_comments: &["@c"], ..ROW },
    Language {
        name: "html",
        extensions: &["html", "htm", "xhtml", "shtml"],
        openings: &["<!doctype", "html", "<html"],
        block_comments: &[("<!--", "-->"), ("/*", "*/")],
        reader: Reader::Scanner(Scanner::Scripts),
        ..ROW
    },
    Language {
        name: "vue",
        extensions: &["vue"],
        line_comments: &["//"],
        block_comments: &[("<!--", "-->"), ("/*", "*/")],
        definition_words: &["function", "const", "let", "class", "interface", "type", "enum"],
        reader: Reader::Scanner(Scanner::Scripts),
        folder_files: &["index"],
        ..ROW
    },
    Language {
        name: "svelte",
        extensions: &["svelte"],
        line_comments: &["//"],
        block_comments: &[("<!--", "-->"), ("/*", "*/")],
        definition_words: &["function", "const", "let", "class", "interface", "type", "enum"],
        reader: Reader::Scanner(Scanner::Scripts),
        folder_files: &["index"],
        ..ROW
    },
    Language {
        name: "astro",
        extensions: &["astro"],
        line_comments: &["//"],
        block_comments: &[("<!--", "-->"), ("/*", "*/")],
        definition_words: &["function", "const", "let", "class", "interface", "type", "enum"],
        reader: Reader::Scanner(Scanner::Scripts),
        ..ROW
    },
    Language {
        name: "notebook",
        extensions: &["ipynb"],
        line_comments: &["#"],
        definition_words: &["def", "class"],
        reader: Reader::Scanner(Scanner::Cells),
        separator: ".",
        ..ROW
    },
    Language {
        name: "scss",
        extensions: &["scss"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["@mixin", "@function", "@keyframes", "@media"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language {
        name: "sass",
        extensions: &["sass"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["@mixin", "@function", "@keyframes"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Indentation)),
        ..ROW
    },
    Language {
        name: "less",
        extensions: &["less"],
        line_comments: &["//"],
        block_comments: SLASH_STAR,
        definition_words: &["@keyframes", "@media", "@plugin"],
        reader: Reader::Scanner(Scanner::Declarations(Block::Braces)),
        ..ROW
    },
    Language { name: "stylus", extensions: &["styl"], line_comments: &["//"], block_comments: SLASH_STAR, ..ROW },
    Language {
        name: "template",
        extensions: &[
            "erb",
            "ejs",
            "hbs",
            "handlebars",
            "mustache",
            "j2",
            "jinja",
            "jinja2",
            "tmpl",
            "gotmpl",
            "tpl",
            "liquid",
            "twig",
            "njk",
            "eta",
            "heex",
            "eex",
            "leex",
            "haml",
            "slim",
            "pug",
            "jade",
            "ftl",
            "vm",
            "cshtml",
            "razor",
            "aspx",
            "jsp",
            "jspx",
            "blade",
        ],
        block_comments: &[("<!--", "-->"), ("{#", "#}"), ("{{!", "}}"), ("<%#", "%>")],
        definition_words: &["block", "macro", "define"],
        ..ROW
    },
];
