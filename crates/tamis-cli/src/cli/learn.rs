//! What was typed after `tamis learn`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What the long help of learn says beyond its commands.
const NOTES: &str = "\
Learning is off until tamis learn on, for every project of this user; tamis learn off ends it and keeps what was learned. \
What is learned: links from words of a task to words and files of its repository, in $XDG_DATA_HOME/tamis/learned or \
~/.local/share/tamis/learned, one readable file a project, shared by its work trees; words, paths and line numbers, no \
other text. A link begins with 0.30, 0.50, 0.70 or 0.85 after 1, 3, 6 or 11 observations, gains 0.05 when it is \
confirmed, loses 0.10 when it is contradicted and 0.02 with each week unseen; it is used in full from 0.70, and as a hint, \
which weighs less, from 0.50. A remembered word counts only where the source never says the task's own and a line of the \
repository, read in that run, holds both; otherwise it is looked for. Besides, to which folders the words of a task led: \
that moves files up, and accepts none.";

#[derive(Debug, Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct LearnArgs {
    #[command(subcommand)]
    pub(crate) command: LearnCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LearnCommand {
    /// Say which files of a run were used and which were not
    Outcome(OutcomeArgs),
    /// List the links of a project
    List(ProjectArgs),
    /// Show one link with its evidence
    Show(LinkArgs),
    /// Forget a link, or all of a project
    Forget(ForgetArgs),
    /// Print the links of a project as a file for import
    Export(ProjectArgs),
    /// Take in exported links: as hints, for 30 days unless an outcome confirms them
    Import(ImportArgs),
    /// Remove links that are worth nothing any more
    Prune(ProjectArgs),
    /// Hold for every project what two or more have learned at 0.80
    Promote,
    /// Learn from now on: remember, and note what becomes of answers
    On,
    /// Remember nothing and note nothing, as before learn on; forget and prune still remove
    Off,
}

#[derive(Debug, Args)]
pub(crate) struct OutcomeArgs {
    /// The run, as its answer names it
    #[arg(value_name = "RUN")]
    pub(crate) run: String,
    /// Files that were used, whether the run returned them or not
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) used: Vec<String>,
    /// Files that the run returned and that were not used
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) unused: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ProjectArgs {
    /// Folder of the project, as for find
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LinkArgs {
    /// The link, as list names it
    #[arg(value_name = "LINK")]
    pub(crate) link: String,
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ForgetArgs {
    /// The link, as list names it
    #[arg(value_name = "LINK", required_unless_present = "all", conflicts_with = "all")]
    pub(crate) link: Option<String>,
    /// Everything that was learned of the project
    #[arg(long)]
    pub(crate) all: bool,
    /// Folder of the project, as for find
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// What export printed
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Folder of the project, as for find
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
}
