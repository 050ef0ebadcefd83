//! File names that settle by themselves that a file is not read: keys and secrets, pictures and archives.
//!
//! Data tables and their look-up; what to do about a match is the caller's business.

use super::path::file_name;

/// Endings of formats that are never text. Short on purpose: any other binary file is recognised when it is read.
const BINARY: [&str; 61] = [
    "7z", "a", "aac", "avi", "avif", "bin", "bmp", "bz2", "class", "dll", "dmg", "docx", "dylib", "ear", "eot", "exe",
    "flac", "gif", "gz", "heic", "icns", "ico", "jar", "jpeg", "jpg", "m4a", "mkv", "mov", "mp3", "mp4", "npy", "npz",
    "o", "odt", "ogg", "otf", "parquet", "pdf", "pkl", "png", "ppt", "pptx", "psd", "pyc", "rar", "so", "sqlite",
    "tar", "tgz", "tif", "tiff", "ttf", "war", "wasm", "wav", "webm", "webp", "woff", "woff2", "xz", "zip",
];

/// Endings of key, certificate and password stores.
const SECRET_ENDINGS: [&str; 13] =
    ["env", "envrc", "jks", "kdbx", "key", "keystore", "p12", "pem", "pfx", "pkcs12", "ppk", "tfstate", "tfvars"];

/// Whole names of files that hold keys or passwords.
const SECRET_NAMES: [&str; 25] = [
    ".dockercfg",
    ".dockerconfigjson",
    ".git-credentials",
    ".htpasswd",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".s3cfg",
    ".vault-token",
    "_netrc",
    "client_secret.json",
    "credentials",
    "credentials.json",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_rsa",
    "secrets.json",
    "secrets.toml",
    "secrets.yaml",
    "secrets.yml",
    "service-account.json",
    "service_account.json",
];

/// Words that mark an environment file as a pattern to copy, without values.
const SAMPLE_WORDS: [&str; 7] = ["default", "defaults", "dist", "example", "sample", "schema", "template"];

/// Whether the name says that the file may hold keys or passwords.
pub(super) fn is_secret(path: &str) -> bool {
    let name = file_name(path).to_lowercase();
    if name.split(['.', '-', '_']).any(|word| SAMPLE_WORDS.contains(&word)) {
        return false;
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    name.starts_with(".env.")
        || path.ends_with(".docker/config.json")
        || SECRET_ENDINGS.contains(&ending)
        || SECRET_NAMES.binary_search(&name.as_str()).is_ok()
}

/// Whether the name says that the file is not text.
pub(super) fn is_binary(path: &str) -> bool {
    let name = file_name(path);
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && BINARY.binary_search(&ending.to_ascii_lowercase().as_str()).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(BINARY.is_sorted() && SECRET_NAMES.is_sorted());
    }

    #[test]
    fn secrets_by_name() {
        for path in [".env", "a/.env.local", "prod.env", "id_rsa", "certs/server.PEM", ".npmrc", "aws/credentials"] {
            assert!(is_secret(path), "{path}");
        }
        for path in
            [".env.example", ".env.sample", "id_rsa.pub", "src/credentials.py", "env.py", "src/env/a.ts", "keys.rs"]
        {
            assert!(!is_secret(path), "{path}");
        }
    }

    #[test]
    fn binaries_by_name() {
        for path in ["a/logo.PNG", "x.tar.gz", "lib.so"] {
            assert!(is_binary(path), "{path}");
        }
        for path in ["logo.svg", "png", ".gif", "a.py", "x.ts"] {
            assert!(!is_binary(path), "{path}");
        }
    }
}
