//! Sends one question to a model and waits for the answer. The only place that speaks HTTP to one. Faults are told without the
//! address, the headers and what the server wrote: any of them may hold a key.

use std::time::Duration;

use ureq::Agent;

use super::Model;
use super::prompt::Question;
use super::wire::{self, Reply};

/// Bytes of a response.
const MOST_BYTES: u64 = 1 << 20;

pub(super) fn send(model: &Model, question: &Question, patience: Duration) -> Result<Reply, String> {
    if patience.is_zero() {
        return Err("its time is spent".to_owned());
    }
    // A redirect could carry the key elsewhere.
    let agent: Agent = Agent::config_builder()
        .timeout_global(Some(patience))
        .max_redirects(0)
        .http_status_as_error(false)
        .build()
        .into();
    let message = wire::message(model, question);
    let mut request = agent.post(format!("{}{}", model.base, message.path)).header("content-type", "application/json");
    for (name, value) in &message.headers {
        request = request.header(*name, value.0.as_str());
    }
    let mut response = request.send(message.body.to_string()).map_err(|error| fault(&error))?;
    let status = response.status().as_u16();
    if status != 200 {
        return Err(format!("it answered with HTTP status {status}"));
    }
    let text = response.body_mut().with_config().limit(MOST_BYTES).read_to_string().map_err(|error| fault(&error))?;
    let value = serde_json::from_str(&text).map_err(|_| "it answered with what is not JSON".to_owned())?;
    wire::reply(model.protocol, &value)
}

fn fault(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(_) => "it did not answer in time",
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => "it cannot be reached",
        ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => "it did not answer in time",
        ureq::Error::Io(_) => "the connection failed",
        ureq::Error::BodyExceedsLimit(_) => "its answer is too long",
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => "its address is not one",
        _ => "the exchange with it failed",
    }
    .to_owned()
}
