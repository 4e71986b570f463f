//! scratch
use actum_fcop::{File, Registry, project};
use std::collections::BTreeMap;
use std::path::Path;
fn walk(root: &Path, at: &Path, out: &mut Vec<(String, Vec<u8>)>) {
    let mut entries: Vec<_> = std::fs::read_dir(at).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for p in entries {
        if p.is_dir() {
            walk(root, &p, out)
        } else {
            out.push((
                p.strip_prefix(root).unwrap().to_str().unwrap().to_owned(),
                std::fs::read(&p).unwrap(),
            ));
        }
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args[0] == "-v";
    let registry = Registry::load("fcop.json", br#"{"id":"r","version":"1","domain":"x","evaluations":[{"profile_ref":"local-trust","issuer_proof":"ok","answer":"AUTHORIZED"}]}"#).unwrap();
    for dir in args.iter().skip(verbose as usize) {
        let mut files = Vec::new();
        walk(Path::new(dir), Path::new(dir), &mut files);
        let t = std::time::Instant::now();
        let p = project(files.iter().map(|(id, bytes)| File { id, bytes }), &registry);
        let took = t.elapsed();
        let mut types: BTreeMap<String, usize> = BTreeMap::new();
        for o in &p.objects {
            let t = String::from_utf8_lossy(&o.bytes);
            let k = t.rsplit_once("\"type\":\"").unwrap().1.split('"').next().unwrap().to_owned();
            *types.entry(k).or_default() += 1;
        }
        let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
        for f in &p.findings {
            *codes.entry(f.code.as_str()).or_default() += 1;
        }
        println!("## {dir} files {} objects {types:?} {took:?}\n   {codes:?}", p.sources.len());
        if verbose {
            for f in &p.findings {
                if f.effect().is_some() {
                    println!(
                        "   {} obj={} src={} {}->{} {:?}",
                        f.code,
                        f.object,
                        f.source,
                        f.relation,
                        f.target,
                        f.causes
                            .iter()
                            .map(|c| format!(
                                "{} {:?} exp={:?} found={:?} {:?}",
                                c.reason, c.pointer, c.expected, c.found, c.members
                            ))
                            .collect::<Vec<_>>()
                    );
                }
            }
        }
    }
}
