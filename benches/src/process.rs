//! What a run cost its process: CPU time, wall time and peak memory, as the kernel counts them.

use core::fmt;
use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Readings of the kernel's counters.
pub(crate) struct Usage {
    cpu_ticks: u64,
    resident: u64,
    peak: u64,
    at: Instant,
}

/// What happened between two readings, per object.
pub(crate) struct Figures {
    cpu: f64,
    wall: f64,
    memory: f64,
}

const TICKS_PER_SECOND: f64 = 100.0;

impl Usage {
    pub(crate) fn now() -> Result<Self, Box<dyn Error>> {
        let stat = std::fs::read_to_string("/proc/self/stat")?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |position: usize| {
            fields.get(position).and_then(|field| field.parse::<u64>().ok()).unwrap_or_default()
        };
        let status = std::fs::read_to_string("/proc/self/status")?;
        let kilobytes = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.split_whitespace().nth(1))
                .and_then(|word| word.parse::<u64>().ok())
                .unwrap_or_default()
        };
        Ok(Self {
            cpu_ticks: ticks(11) + ticks(12),
            resident: kilobytes("VmRSS:") * 1024,
            peak: kilobytes("VmHWM:") * 1024,
            at: Instant::now(),
        })
    }

    pub(crate) fn since(&self, before: &Self, count: usize) -> Figures {
        let each = |value: f64| value / count.max(1) as f64;
        Figures {
            cpu: each(self.cpu_ticks.saturating_sub(before.cpu_ticks) as f64 / TICKS_PER_SECOND * 1e6),
            wall: each(self.at.duration_since(before.at).as_secs_f64() * 1e6),
            memory: each(self.peak.saturating_sub(before.resident) as f64),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} {}", self.cpu, self.wall, self.memory)
    }
}

/// Prints the names of the columns that [`Figures::print`] fills.
#[expect(clippy::print_stdout, reason = "a program that prints a table")]
pub(crate) fn heading(what: &str, unit: &str) {
    println!(
        "{what:<36}{unit:>9}{:>12}{:>12}{:>12}{:>10}",
        "cpu us/obj", "wall us/obj", "peak B/obj", "x floor"
    );
}

impl Figures {
    /// What so many of them cost together.
    pub(crate) fn of_all(&self, count: usize) -> Self {
        let all = |each: f64| each * count as f64;
        Self { cpu: all(self.cpu), wall: all(self.wall), memory: all(self.memory) }
    }

    #[expect(clippy::print_stdout, reason = "a program that prints a table")]
    pub(crate) fn print(&self, name: &str, size: usize, floor: &Self) {
        println!("{}", self.row(name, size, floor));
    }

    /// The row, and how many of them a second of CPU time takes.
    #[expect(clippy::print_stdout, reason = "a program that prints a table")]
    pub(crate) fn print_rate(&self, name: &str, size: usize, floor: &Self) {
        println!("{}{:>12.0}", self.row(name, size, floor), 1e6 / self.cpu);
    }

    fn row(&self, name: &str, size: usize, floor: &Self) -> String {
        let ratio = self.cpu / floor.cpu;
        format!("{name:<36}{size:>9}{:>12.2}{:>12.2}{:>12.0}{ratio:>10.2}", self.cpu, self.wall, self.memory)
    }
}

/// Runs one measurement in a process of its own.
pub(crate) fn child(
    kind: &str,
    file: &Path,
    profile: &Path,
    threads: usize,
) -> Result<Figures, Box<dyn Error>> {
    let output = Command::new(std::env::current_exe()?)
        .args(["measure", kind])
        .args([file, profile])
        .arg(threads.to_string())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        &[cpu, wall, memory] => Ok(Figures { cpu, wall, memory }),
        _ => Err(format!("{kind}: {text}{}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}
