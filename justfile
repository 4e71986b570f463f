# `just` lists the recipes. Each is a few lines of shell: without `just`, type them.

set shell := ["bash", "-euo", "pipefail", "-c"]

_list:
    @just --list --unsorted

# What takes a minute and finds most: form, arrows, names, lints, documentation.
check:
    cargo fmt --all --check
    cargo run --quiet --package xtask -- deps
    cargo run --quiet --package xtask -- files
    cargo run --quiet --package xtask -- pages
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps

# Every test, then the examples in the documentation, which nextest does not run.
test *arguments:
    cargo nextest run --workspace {{ arguments }}
    cargo test --workspace --doc

# Writes docs/reference and the output blocks of README.md anew.
docs:
    cargo run --quiet --package xtask -- docs
    cargo run --quiet --package xtask -- readme

# Every fuzz target for a few seconds; needs a nightly toolchain and cargo-fuzz.
fuzz-smoke seconds="20":
    cd fuzz && for target in $(cargo +nightly fuzz list); do cargo +nightly fuzz run "$target" -- -max_total_time={{ seconds }}; done

# Cost against the floor measured in the same run.
bench *arguments:
    cargo run --release -p actum-bench {{ arguments }}

# What a change must pass before it lands.
ci:
    .ci/run
