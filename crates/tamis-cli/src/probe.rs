//! temporary
#![allow(clippy::all, clippy::print_stdout, clippy::unwrap_used, clippy::print_stderr)]
use std::io::Write;
use std::path::Path;
use tamis::engine::{Engine, Options};
use tamis::query::Task;

pub fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "find" {
        let t = std::time::Instant::now();
        let engine = Engine::open(Path::new(&args[1]), &Options::default()).unwrap();
        eprintln!("open {:?} docs {}", t.elapsed(), engine.repository().corpus.documents().len());
        let s = engine.retrieve(&Task { text: args[2].clone(), ..Task::default() }).unwrap();
        for c in &s.cycles {
            println!(
                "cycle {} fresh {} patterns {:?} focus {:?}",
                c.number, c.fresh, c.query.patterns, c.query.focus_areas
            );
            for k in &c.query.keywords {
                println!("   kw {} {:.2} {}", k.word, k.weight, k.source);
            }
            for j in c.judgements.iter().take(12) {
                println!("   {:.2} {} :: {}", j.relevance, j.path, j.reason);
                if args.len() > 3 {
                    for (i, v) in j.signals.iter().enumerate() {
                        if *v != 0.0 {
                            print!(" {}={:.2}", tamis::ranker::SIGNALS[i].name, v);
                        }
                    }
                    println!();
                }
            }
            println!("   refinement learned {:?}", c.refinement.learned.iter().map(|k| &k.word).collect::<Vec<_>>());
            println!("   stop {:?}", c.stop);
        }
        println!("status {:?}", s.status);
        for g in &s.context.gaps {
            println!("gap {:?}", g);
        }
        let a = engine.answer(&s);
        for f in &a.files {
            println!(
                "{} {} {:?}",
                f.accepted,
                f.judgement.path,
                f.spans.iter().map(|s| (s.lines, s.symbol.clone())).collect::<Vec<_>>()
            );
        }
        eprintln!("all {:?} used {}", t.elapsed(), a.used);
        return;
    }
    // features TASKS TREES OUT [only-core]
    let tasks = std::fs::read_to_string(&args[1]).unwrap();
    let mut out = std::io::BufWriter::new(std::fs::File::create(&args[3]).unwrap());
    let mut n = 0;
    for line in tasks.lines() {
        let task: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = task["id"].as_str().unwrap();
        if args.len() > 4 && task["core"] != true {
            continue;
        }
        let tree = Path::new(&args[2])
            .join(task["repo"].as_str().unwrap().replace('/', "__"))
            .join(&task["base_commit"].as_str().unwrap()[..12]);
        let t = std::time::Instant::now();
        let engine = Engine::open(&tree, &Options::default()).unwrap();
        let opened = t.elapsed();
        let ask = Task { text: task["text"].as_str().unwrap().to_owned(), ..Task::default() };
        let tools = engine.tools();
        let s = tamis::session::begin(tools.repository, &ask).unwrap();
        let d = tamis::session::retrieve_files(tools, &s).unwrap();
        let mut docs: Vec<_> = d.candidates.iter().map(|c| c.doc).collect();
        docs.sort();
        let pool = tamis::ranker::Pool::new(tools.repository, &s.need, &s.query, docs);
        let rows = tamis::ranker::measure(&pool);
        let base = tamis::measure::plain_bm25(tools.repository, &s.need, 20);
        let recs: Vec<_> =
            pool.docs.iter().zip(&rows).map(|(d, r)| serde_json::json!([tools.repository.path(*d), r])).collect();
        let ms = t.elapsed().as_millis();
        writeln!(out, "{}", serde_json::json!({"id": id, "repo": task["repo"], "source": task["source"], "language": task["language"], "gold": task["gold_files"], "signals": tamis::ranker::SIGNALS.iter().map(|s| s.name).collect::<Vec<_>>(), "rows": recs, "bm25": base, "files": tools.repository.corpus.documents().len(), "open_ms": opened.as_millis() as u64, "ms": ms as u64})).unwrap();
        n += 1;
        if n % 20 == 0 {
            eprintln!("{n} {id} open {:?} all {} ms", opened, ms);
        }
    }
}
