//! Another program that is measured, as it is typed.

/// A program that answers tasks too.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) command: String,
}

impl std::str::FromStr for Peer {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Peer, Self::Err> {
        match text.split_once('=') {
            Some((name, command)) if !name.is_empty() && !command.trim().is_empty() => {
                Ok(Peer { name: name.to_owned(), command: command.to_owned() })
            }
            _ => Err("it is not of the form NAME=COMMAND"),
        }
    }
}
