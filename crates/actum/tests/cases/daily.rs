//! A team at work under the shipped profile: each act as the record stands, judged beforehand, then added.

use actum::canon::instant::Instant;
use actum::daily::{self, Terms, Viewer};
use actum::ledger::{self, Ledger};
use actum::profiles::SHIPPED;
use actum::publish::{
    Artifact, Draft, Forecast, Hold, Indexed, Lease, MEDIA_TYPE, Prepared, Record, Setting, Standing, Whole,
    prepare,
};
use actum::tmpa::Judgment;
use actum::{Bundle, Error};

/// A record in memory, and a clock that the test moves.
struct Team {
    bundle: Bundle,
    kept: Vec<Artifact>,
    minute: u64,
}

/// The moment of a minute.
fn minute(minute: u64) -> Instant {
    Instant::from_milliseconds(1_800_000_000_000 + minute * 60_000).unwrap()
}

impl Team {
    fn new() -> Self {
        let shipped = SHIPPED.iter().find(|shipped| shipped.name == "agent-team").unwrap();
        Self { bundle: shipped.bundle(), kept: Vec::new(), minute: 0 }
    }

    fn record(&self) -> Whole {
        Whole::read(self.bundle.input(actum::reader()).unwrap(), self.kept.clone())
    }

    fn prepare(&self, drafts: &[Draft]) -> Prepared {
        let created_at = minute(self.minute).to_string();
        let setting = Setting { created_at: &created_at, session: None };
        prepare(drafts, &self.record(), setting, None).unwrap()
    }

    fn add(&mut self, objects: &[Vec<u8>]) {
        for bytes in objects {
            let id = actum::canon::digest::sha256(bytes).to_string();
            let artifact =
                Artifact { id, media_type: MEDIA_TYPE.into(), position: None, bytes: bytes.clone() };
            self.kept.push(artifact);
        }
        self.minute += 1;
    }

    /// Publishes what has to be valid.
    #[track_caller]
    fn publish(&mut self, drafts: Result<Vec<Draft>, Error>) -> Vec<String> {
        let prepared = self.prepare(&drafts.unwrap());
        assert!(prepared.forecast.is_valid(), "{:#?}", prepared.forecast.objects);
        assert!(prepared.forecast.lowered.is_empty(), "{:#?}", prepared.forecast.lowered);
        self.add(&prepared.objects);
        assert_eq!(self.record().view().judgment(), Judgment::Valid);
        prepared.filled.into_iter().map(|filled| filled.id).collect()
    }

    fn forecast(&self, drafts: Result<Vec<Draft>, Error>) -> Forecast {
        self.prepare(&drafts.unwrap()).forecast
    }

    fn task(&mut self) {
        let drafts = daily::task(&self.record(), "w", "planner", r#"{"title":"do it"}"#.into());
        self.publish(drafts);
    }

    fn claims(&self, identity: &str, minutes: u64) -> Result<Vec<Draft>, Error> {
        let (now, until) = (minute(self.minute), minute(self.minute + minutes));
        daily::claim(&self.record(), "w", identity, Terms { now: &now, until: &until }, None)
            .map(|draft| vec![draft])
    }

    fn reports(&self, identity: &str) -> Result<Vec<Draft>, Error> {
        daily::report(&self.record(), "w", identity, r#"{"summary":"done"}"#.into(), true)
    }

    fn reviews(&self, identity: &str, decision: &str) -> Result<Vec<Draft>, Error> {
        daily::review(&self.record(), "w", identity, decision, Some("looked at it"))
    }

    fn decides(&self, decision: &str, selects: Option<&str>) -> Result<Vec<Draft>, Error> {
        daily::decide(&self.record(), "w", "lead", decision, selects, None)
    }

    fn assigns(&mut self, identity: &str, role: &str) -> Vec<String> {
        let drafts = daily::assign(&self.record(), "team", "lead", (identity, role));
        self.publish(drafts)
    }

    fn state(&self) -> String {
        self.record().work("w").unwrap().state.unwrap()
    }
}

fn code(error: &Error) -> &'static str {
    error.code()
}

#[test]
fn a_task_goes_from_plan_to_close_and_everything_is_valid() {
    let mut team = Team::new();
    team.task();
    assert_eq!(team.state(), "open");
    let drafts = team.claims("worker", 60);
    team.publish(drafts);
    assert_eq!(team.state(), "claimed");
    let drafts = team.reports("worker");
    team.publish(drafts);
    assert_eq!(team.state(), "in_review");
    let drafts = team.reviews("reviewer", "reject");
    team.publish(drafts);
    assert_eq!(team.state(), "rejected");
    let drafts = team.claims("worker", 60);
    team.publish(drafts);
    let drafts = team.reports("worker");
    team.publish(drafts);
    let drafts = team.reviews("reviewer", "accept");
    team.publish(drafts);
    assert_eq!(team.state(), "accepted");
    let drafts = team.decides("close", None);
    team.publish(drafts);
    let standing = team.record().work("w").unwrap();
    assert_eq!((standing.state.as_deref(), standing.judgment), (Some("closed"), Judgment::Valid));
    assert!(standing.open.is_empty() && standing.remarks.is_empty());
    // Nobody holds what is at an end, and nothing is left to do.
    assert_eq!(Lease::of(&team.record(), &standing), None);
    assert!(daily::offers(&team.record(), Viewer::default(), &minute(99)).is_empty());
}

#[test]
fn the_same_drafts_on_the_same_record_give_the_same_bytes() {
    let mut team = Team::new();
    team.task();
    let once = team.prepare(&team.claims("worker", 60).unwrap());
    assert_eq!(once, team.prepare(&team.claims("worker", 60).unwrap()));
    assert!(once.filled[0].id.starts_with("claim-"));
    let later = team.prepare(&team.claims("worker", 61).unwrap());
    assert_ne!(once.filled[0].id, later.filled[0].id);
}

#[test]
fn who_did_the_work_does_not_accept_it() {
    let mut team = Team::new();
    team.assigns("bob", "worker");
    team.assigns("bob", "reviewer");
    team.task();
    let drafts = team.claims("bob", 60);
    team.publish(drafts);
    let drafts = team.reports("bob");
    team.publish(drafts);
    let forecast = team.forecast(team.reviews("bob", "accept"));
    assert_eq!(forecast.judgment(), Judgment::Invalid);
    for outlook in &forecast.objects {
        assert!(outlook.remarks.iter().any(|remark| remark.code == "SOD_VIOLATION"), "{outlook:#?}");
    }
    let now = minute(team.minute);
    let viewer = Viewer { identity: Some("bob"), ..Viewer::default() };
    let offers = daily::offers(&team.record(), viewer, &now);
    assert!(offers.iter().all(|offer| !offer.is_open()), "{offers:#?}");
    let bars: Vec<_> =
        offers.iter().flat_map(|offer| &offer.chances).filter_map(|one| one.bar.as_deref()).collect();
    assert!(bars.contains(&"`bob` reported the result"), "{bars:?}");
    let others =
        daily::offers(&team.record(), Viewer { identity: Some("reviewer"), ..Viewer::default() }, &now);
    assert!(others.iter().any(|offer| offer.is_open() && offer.standing.id == "w"));
}

#[test]
fn a_lease_that_runs_keeps_others_away_and_one_that_ran_out_lets_them_in() {
    let mut team = Team::new();
    team.assigns("bob", "worker");
    team.task();
    let drafts = team.claims("worker", 10);
    team.publish(drafts);
    let refused = team.claims("bob", 10).unwrap_err();
    assert_eq!(code(&refused), "held");
    assert!(refused.to_string().contains("held by `worker` until"), "{refused}");
    assert!(refused.hints().any(|hint| hint.contains("actum next --role worker")));
    assert_eq!(code(&team.reports("bob").unwrap_err()), "held");

    let standing = team.record().work("w").unwrap();
    let record = team.record();
    let lease = Lease::of(&record, &standing).unwrap();
    let end = Instant::parse(&lease.until).unwrap();
    assert_eq!(
        (lease.holder.as_str(), lease.at(&minute(team.minute), record.profile())),
        ("worker", Hold::Working)
    );
    assert_eq!(lease.at(&end, record.profile()), Hold::Pending);

    // Whoever goes past the refusal is not believed: the record itself says that it was too early.
    let mut early =
        Draft::of("CLAIM", "w").acts("take_over").says(format!(r#"{{"until":"{}"}}"#, minute(99)));
    early.creator = Some("bob".into());
    let forecast = team.forecast(Ok(vec![early]));
    assert_eq!(forecast.judgment(), Judgment::Undetermined);
    assert_eq!(forecast.objects[0].remarks[0].causes[0].reason, "precondition_unsettled");

    team.minute += 20;
    let viewer = Viewer { identity: Some("bob"), ..Viewer::default() };
    let offers = daily::offers(&team.record(), viewer, &minute(team.minute));
    let offer = offers.iter().find(|offer| offer.standing.id == "w").unwrap();
    assert_eq!(offer.lease.as_ref().unwrap().1, Hold::Pending);
    assert!(offer.chances.iter().any(|chance| chance.action == "take_over" && chance.bar.is_none()));
    let drafts = team.claims("bob", 10);
    team.publish(drafts);
    assert_eq!(team.record().work("w").unwrap().identity.as_deref(), Some("bob"));
    assert_eq!(code(&team.claims("worker", 10).unwrap_err()), "held");
    let drafts = team.claims("bob", 30);
    team.publish(drafts);
    let standing = team.record().work("w").unwrap();
    assert_eq!(standing.transitions.len(), 3);
    let drafts = team.reports("bob");
    team.publish(drafts);
}

#[test]
fn a_hand_off_lets_go_and_tells_what_is_left() {
    let mut team = Team::new();
    team.assigns("bob", "worker");
    team.task();
    let drafts = team.claims("worker", 10);
    team.publish(drafts);
    let body = r#"{"summary":"half of it","remaining":["tests"]}"#;
    let drafts = daily::handoff(&team.record(), "w", "worker", body.into());
    let ids = team.publish(drafts);
    assert_eq!(team.state(), "handed_off");
    assert_eq!(daily::words(&team.record(), &ids[0]).unwrap().text, "half of it");
    let drafts = team.claims("bob", 10);
    team.publish(drafts);
    assert_eq!(team.state(), "claimed");
    assert_eq!(code(&daily::handoff(&team.record(), "w", "worker", body.into()).unwrap_err()), "held");
}

#[test]
fn an_agent_that_joins_refers_to_what_lets_it_and_one_that_leaves_keeps_what_it_did() {
    let mut team = Team::new();
    let assignment = team.assigns("bob", "worker").pop().unwrap();
    team.task();
    let drafts = team.claims("bob", 60);
    let claim = team.publish(drafts).pop().unwrap();
    let bytes = String::from_utf8(team.record().object(&claim).unwrap()).unwrap();
    assert!(
        bytes.contains(&format!(r#"{{"relation":"under_assignment","target":"{assignment}"}}"#)),
        "{bytes}"
    );

    let mut draft = Draft::of("REVOCATION", "team").says(format!(r#"{{"assignment":"{assignment}"}}"#));
    draft.creator = Some("lead".into());
    team.publish(Ok(vec![draft]));
    let record = team.record();
    assert_eq!(record.work("w").unwrap().state.as_deref(), Some("claimed"));
    let forecast = team.forecast(team.reports("bob"));
    assert_ne!(forecast.judgment(), Judgment::Valid);
}

#[test]
fn contradictory_reviews_wait_for_a_decision_that_selects_one() {
    let mut team = Team::new();
    team.assigns("carol", "reviewer");
    team.task();
    let drafts = team.claims("worker", 60);
    team.publish(drafts);
    let drafts = team.reports("worker");
    team.publish(drafts);
    let accepts = team.prepare(&team.reviews("reviewer", "accept").unwrap()[..1]);
    team.add(&accepts.objects);
    let rejects = team.prepare(&team.reviews("carol", "reject").unwrap()[..1]);
    assert_eq!(rejects.forecast.judgment(), Judgment::Undetermined);
    assert_eq!(rejects.forecast.lowered.len(), 1);
    team.add(&rejects.objects);
    let unknown = team.decides("settle", Some("absent")).unwrap_err();
    assert!(unknown.hints().any(|hint| hint.contains(&accepts.filled[0].id)), "{unknown}");
    let drafts = team.decides("settle", Some(&accepts.filled[0].id));
    team.publish(drafts);
}

#[test]
fn what_leads_nowhere_says_where_the_work_is_and_what_leads_on() {
    let mut team = Team::new();
    assert_eq!(code(&team.claims("worker", 1).unwrap_err()), "work_unknown");
    team.task();
    let error = team.reports("worker").unwrap_err();
    assert_eq!(code(&error), "no_such_step");
    assert_eq!(code(&team.reviews("reviewer", "accept").unwrap_err()), "no_such_step");
    let again = daily::task(&team.record(), "w", "planner", "{}".into()).unwrap_err();
    assert_eq!((code(&again), again.to_string().as_str()), ("work_exists", "`w` is there already: open"));
    let drafts = team.claims("worker", 60);
    team.publish(drafts);
    let error = team.reviews("reviewer", "accept").unwrap_err();
    assert!(error.hints().any(|hint| hint.contains("none")), "{error}");
}

#[test]
fn a_profile_without_leases_says_what_it_lacks() {
    let bundle = Bundle::open(std::path::Path::new("starter")).unwrap();
    let record = Whole::read(bundle.input(actum::reader()).unwrap(), Vec::new());
    let terms = Terms { now: &minute(0), until: &minute(1) };
    assert_eq!(code(&daily::claim(&record, "w", "bob", terms, None).unwrap_err()), "profile_lacks");
    assert_eq!(code(&daily::handoff(&record, "w", "bob", "{}".into()).unwrap_err()), "profile_lacks");
}

#[test]
fn the_index_answers_what_a_reading_of_everything_answers() {
    let mut team = Team::new();
    team.assigns("bob", "worker");
    team.task();
    let drafts = team.claims("bob", 60);
    team.publish(drafts);
    let drafts = team.reports("bob");
    team.publish(drafts);
    let accepts = team.prepare(&team.reviews("reviewer", "accept").unwrap()[..1]);
    team.add(&accepts.objects);

    let place = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::init(place.path()).unwrap();
    let next = team.prepare(&team.reviews("reviewer", "accept").unwrap());
    let late = team.prepare(&team.reviews("bob", "accept").unwrap());
    for kept in &team.kept {
        let artifact =
            ledger::Artifact { source_id: None, media_type: MEDIA_TYPE, bytes: &kept.bytes, key: None };
        ledger.append(&[artifact]).unwrap();
        let whole = actum::publish::record(&ledger, &team.bundle).unwrap();
        let indexed = Indexed::open(&ledger, &team.bundle).unwrap();
        assert_eq!(indexed.works(None, 9), whole.works(None, 9));
        for (id, _) in whole.works(None, 9) {
            let bare = |record: &dyn Record| Standing { remarks: Vec::new(), ..record.work(&id).unwrap() };
            assert_eq!(bare(&indexed), bare(&whole));
            for seen in whole.work(&id).unwrap().objects {
                assert_eq!(indexed.object(&seen.id), whole.object(&seen.id));
                assert_eq!(indexed.last(&seen.stream), whole.last(&seen.stream));
                assert_eq!(indexed.of_kind(&seen.kind), whole.of_kind(&seen.kind));
            }
        }
        for prepared in [&next, &late] {
            let judged = |forecast: Forecast| -> Vec<_> {
                let told = forecast.objects.into_iter();
                told.map(|object| {
                    let mut codes: Vec<_> = object.remarks.into_iter().map(|one| one.code).collect();
                    codes.sort();
                    (object.id, object.judgment, object.view, codes)
                })
                .collect()
            };
            assert_eq!(judged(indexed.with(&prepared.objects)), judged(whole.with(&prepared.objects)));
        }
        indexed.check().unwrap();
    }
}
