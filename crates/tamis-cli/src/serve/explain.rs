//! `explain`: why one file is in the answer, out of it, or was never considered.

use serde_json::json;
use tamis::query::Task;
use tamis_mcp::{Call, Reply};

use super::Service;
use super::arguments::Reader;
use crate::commands::explain::explain as look;
use crate::failure::Result;
use crate::settings;

pub(super) fn explain(service: &Service, reader: Reader, call: &Call) -> Result<Reply> {
    let path = reader.needed("path", "name a file, relative to the root")?;
    let text = reader.needed("task", "say in words what the file would be needed for")?;
    let task = Task { text, purpose: reader.text("purpose")?, ..Task::default() };
    let root = service.roots.resolve(reader.text("root")?.as_deref())?;
    call.at("opening");
    let request = service.request(root, settings::options(), task);
    let explained = look(request, &path, &|done, all| call.at(format!("{done} of {all} files read")))?;
    let explanation: String = explained.lines.iter().map(|line| format!("{line}\n")).collect();
    let structured = json!({
        "root": explained.root.to_string_lossy(),
        "path": explained.path,
        "accepted": explained.accepted,
        "explanation": explanation,
    });
    Ok(Reply { text: explanation, structured: Some(structured) })
}
