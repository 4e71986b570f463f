//! `actum tree`: operations over the folder of a tree, and what can be seen of it.

mod act;
mod branch;
mod channel;
mod depart;
mod episode;
mod gate;
mod place;
mod record;

use crate::args::tree::{Aside, Depart, Gate, Soliloquy, Tree};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use act::{act, act_as, act_signed};

pub(super) fn run(asked: &Tree, printer: &mut Printer) -> Result<Exit, Stop> {
    match asked {
        Tree::Init(open) => episode::init(open, printer),
        Tree::Open(open) => act(&open.acting, printer, |_| episode::open(open)),
        Tree::Segment(segment) => act(&segment.acting, printer, |scene| episode::segment(segment, scene)),
        Tree::Branch(branch) => act(&branch.acting, printer, |scene| branch::create(branch, scene)),
        Tree::Abandon(abandon) => act(&abandon.acting, printer, |scene| branch::abandon(abandon, scene)),
        Tree::Fork(fork) => act(&fork.acting, printer, |scene| branch::fork(fork, scene)),
        Tree::Resolve(resolve) => act(&resolve.acting, printer, |scene| branch::resolve(resolve, scene)),
        Tree::Merge(merge) => act(&merge.acting, printer, |scene| branch::merge(merge, scene)),
        Tree::Depart(Depart::Create(create)) => {
            act(&create.acting, printer, |scene| depart::create(create, scene))
        }
        Tree::Depart(Depart::Complete(end)) => {
            act(&end.acting, printer, |scene| depart::complete(end, scene))
        }
        Tree::Depart(Depart::Abandon(end)) => act(&end.acting, printer, |scene| depart::abandon(end, scene)),
        Tree::Return(declared) => act(&declared.acting, printer, |scene| depart::declare(declared, scene)),
        Tree::Recover(recover) => act(&recover.acting, printer, |scene| depart::recover(recover, scene)),
        Tree::Aside(Aside::Open(open)) => {
            act_as(&open.acting, Some(&open.initiator), printer, |scene| channel::open_aside(open, scene))
        }
        Tree::Aside(Aside::Close(end)) => {
            act(&end.acting, printer, |scene| channel::end_aside(end, false, scene))
        }
        Tree::Aside(Aside::Abandon(end)) => {
            act(&end.acting, printer, |scene| channel::end_aside(end, true, scene))
        }
        Tree::Soliloquy(Soliloquy::Open(open)) => {
            act(&open.acting, printer, |scene| channel::open_soliloquy(open, scene))
        }
        Tree::Soliloquy(Soliloquy::Conclude(end)) => {
            act(&end.acting, printer, |scene| channel::end_soliloquy(end, false, scene))
        }
        Tree::Soliloquy(Soliloquy::Abandon(end)) => {
            act(&end.acting, printer, |scene| channel::end_soliloquy(end, true, scene))
        }
        Tree::Gate(Gate::Invoke(invoke)) => {
            let key = gate::key(&invoke.signing)?;
            act_signed(&invoke.acting, key, printer, |scene| channel::invoke_gate(invoke, scene))
        }
        Tree::Gate(Gate::Resolve(resolve)) => {
            let key = gate::key(&resolve.signing)?;
            act_signed(&resolve.acting, key, printer, |scene| channel::resolve_gate(resolve, scene))
        }
        Tree::Gate(Gate::TimeOut(end)) => {
            act(&end.acting, printer, |scene| channel::time_out_gate(end, scene))
        }
        Tree::Gate(Gate::Escalate(end)) => {
            act(&end.acting, printer, |scene| channel::escalate_gate(end, scene))
        }
        Tree::Refer(refer) => act(&refer.acting, printer, |scene| episode::refer(refer, scene)),
        Tree::Signal(signal) => act(&signal.acting, printer, |scene| episode::signal(signal, scene)),
        Tree::Intercept(asked) => act(&asked.acting, printer, |scene| episode::intercept(asked, scene)),
        Tree::Advance(advance) => act(&advance.acting, printer, |scene| episode::advance(advance, scene)),
        Tree::Register(register) => act(&register.acting, printer, |_| episode::register(register)),
        Tree::Govern(govern) => act(&govern.acting, printer, |scene| episode::govern(govern, scene)),
        Tree::Seal(seal) => act(&seal.acting, printer, |scene| episode::seal(seal, scene)),
        Tree::Verify(verify) => record::verify(verify, printer),
        Tree::Prove(prove) => record::prove(prove, printer),
        Tree::Show(show) => record::show(show, printer),
        Tree::Log(log) => record::log(log, printer),
    }
}
