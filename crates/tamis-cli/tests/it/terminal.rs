//! On a terminal: a short answer that fits its width; in a pipe all of it.

use std::fs::{File, OpenOptions};
use std::io::Read;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::support::Tree;

const TASK: &str = "Fix the authentication token expiry bug";

/// What a run prints on a terminal of so many rows and columns.
fn typed(tree: &Tree, arguments: &[&str], rows: u16, columns: u16) -> String {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    tcsetwinsize(&ours, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let path = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let theirs = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut child = tree.command(arguments).env("TERM", "xterm").stdout(theirs).spawn().unwrap();
    let mut shown = Vec::new();
    // Linux ends a terminal that nobody writes to any more with an error.
    let _ = File::from(ours).read_to_end(&mut shown);
    assert!(child.wait().unwrap().code().is_some_and(|code| code < 2));
    String::from_utf8(shown).unwrap().replace("\r\n", "\n")
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn a_terminal_gets_ranges_and_a_pipe_the_passages() {
    let tree = Tree::fixture("token-expiry-ts");
    let shown = typed(&tree, &[TASK], 40, 100);
    assert!(shown.contains('\u{1b}'), "{shown}");
    let piped = tree.tamis(&[TASK]).out;
    let short = plain(&shown);
    assert!(short.lines().count() < 40 && piped.lines().count() > 80, "{short}");
    assert!(short.contains("--content prints them") && !piped.contains("--content"), "{short}");
    assert_eq!(plain(&typed(&tree, &[TASK, "--content"], 40, 400)), piped);
    assert_eq!(
        plain(&typed(&tree, &[TASK, "--format", "paths"], 40, 100)),
        tree.tamis(&[TASK, "--format", "paths"]).out
    );
}

#[test]
fn a_path_longer_than_the_terminal_is_shown_whole() {
    let path = format!("{}/token_expiry.ts", ["a_folder_with_a_long_name"; 6].join("/"));
    let tree = Tree::of(&format!("//- {path}\nexport function tokenExpiry() {{}} // the token expiry\n"));
    for more in [&[][..], &["--content"]] {
        let shown = plain(&typed(&tree, &[&["token expiry"], more].concat(), 40, 80));
        assert!(shown.contains(&path), "{shown}");
    }
}

#[test]
fn lines_fit_the_terminal_also_one_that_does_not_tell_its_width() {
    let tree = Tree::fixture("token-expiry-ts");
    for (rows, columns, most) in [(40, 60, 60), (40, 40, 40), (0, 60, 60), (0, 0, 80)] {
        for more in [&[][..], &["--content"], &["--trace"]] {
            let shown = plain(&typed(&tree, &[&[TASK], more].concat(), rows, columns));
            let widest = shown.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= most, "{more:?} {widest}: {shown}");
        }
    }
}
