//! A broker that lets in whom it knows: by passwords, tokens, keys and signed credentials, and encrypted.

use super::{near, put, runtime, until};
use crate::support::broker::Broker;
use crate::tls::Authority;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use tokio::runtime::Runtime;
use xunlu_client::contract::YARD;
use xunlu_client::{NatsBroker, Navigator, OverNats, Wish};
use xunlu_serve::{Given, Running, Server, Setup};

/// A folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("it is written");
    path.to_str().expect("a path of text").to_owned()
}

/// A service by its settings, as a command line says them.
fn begin(runtime: &Runtime, settings: &[(&'static str, &str)]) -> std::io::Result<Running> {
    let mut given = Given::default();
    for (key, value) in settings {
        given.flag(key, vec![(*value).to_owned()]);
    }
    let setup = given.settings().and_then(|own| own.setup()).map_err(std::io::Error::other)?;
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http: any, tcp: None, grpc: None, workers: Some(1), ..setup };
    runtime.block_on(Server::begin(setup))
}

/// Has a worker and a client let in as `settings` and `broker` say.
fn are_let_in(runtime: &Runtime, settings: &[(&'static str, &str)], broker: &NatsBroker) {
    let worker = begin(runtime, settings).expect("it is let in");
    put(&worker, "yard", YARD);
    let navigator = OverNats::through(broker).expect("it is let in");
    until("it is served", || navigator.ask("yard", &near(), &Wish::default()).is_ok());
    assert!(runtime.block_on(worker.end()));
}

/// Neither a worker nor a client is let in, and nothing that is secret is told.
fn are_kept_out(runtime: &Runtime, settings: &[(&'static str, &str)], broker: &NatsBroker) {
    let words = begin(runtime, settings).expect_err("it is not let in").to_string();
    let refusal = OverNats::through(broker).expect_err("it is not let in");
    for words in [words, refusal.to_string()] {
        assert!(words.contains("NATS at ") && words.contains("authorization"), "{words}");
        assert!(!words.contains("secret"), "{words}");
    }
}

#[test]
fn a_password_or_a_token_in_the_address_lets_in() {
    let runtime = runtime();
    let user = "authorization { user: \"gate@way\", password: \"secret:1\" }";
    for (whom, right, wrong) in [
        (user, "gate%40way:secret%3A1", "gate%40way:secret"),
        ("authorization { token: \"secret/2\" }", "secret%2F2", "secret"),
    ] {
        let broker = Broker::letting_in(whom);
        let urls = [right, wrong].map(|who| broker.url_as(who));
        are_let_in(&runtime, &[("nats", &urls[0])], &NatsBroker::at(&urls[0]));
        for url in [&urls[1], &broker.url()] {
            are_kept_out(&runtime, &[("nats", url)], &NatsBroker::at(url));
        }
    }
}

#[test]
fn a_key_lets_in_that_the_broker_knows() {
    let (runtime, folder) = (runtime(), folder("nats_keys"));
    let [known, other] = [KeyPair::new_user(), KeyPair::new_user()];
    let known_as = known.public_key();
    let broker =
        Broker::letting_in(&format!("authorization {{ users: [{{ nkey: {known_as} }}] }}"));
    let url = broker.url();
    let [known, other] = [known, other].map(|key| key.seed().expect("it has one"));
    let at = |seed: &str| NatsBroker::at(&url).with_credentials(seed).expect("a seed");
    let seed = file(&folder, "seed", &format!("{known}\n"));
    are_let_in(&runtime, &[("nats", &url), ("nats-creds", &seed)], &at(&known));
    let seed = file(&folder, "other", &other);
    are_kept_out(&runtime, &[("nats", &url), ("nats-creds", &seed)], &at(&other));
}

#[test]
fn credentials_are_read_again_and_shown_on_the_next_connection() {
    let (runtime, folder) = (runtime(), folder("nats_renewed"));
    let [first, second] = [KeyPair::new_user(), KeyPair::new_user()];
    let users = |keys: &[&KeyPair]| {
        let users: Vec<String> =
            keys.iter().map(|key| format!("{{ nkey: {} }}", key.public_key())).collect();
        format!("authorization {{ users: [{}] }}", users.join(", "))
    };
    let mut broker = Broker::letting_in(&users(&[&first]));
    let url = broker.url();
    let [old, new] = [&first, &second].map(|key| key.seed().expect("it has one"));
    let path = file(&folder, "seed", &old);
    let mut given = Given::default();
    for (key, value) in [("nats", &url), ("nats-creds", &path)] {
        given.flag(key, vec![value.clone()]);
    }
    let settings = given.settings().expect("settings");
    let worker = begin(&runtime, &[("nats", &url), ("nats-creds", &path)]).expect("it is let in");
    put(&worker, "yard", YARD);
    file(&folder, "seed", "secret");
    let refusal = worker.server.reload(&settings).unwrap_err().words;
    assert!(refusal.contains("seed: these are no credentials") && !refusal.contains("secret"));
    file(&folder, "seed", &new);
    worker.server.reload(&settings).expect("it is a seed");
    // The key that it began with is known no longer, as one that has ended.
    broker.begin_again(&users(&[&second]));
    let client = NatsBroker::at(&url).with_credentials(&new).expect("a seed");
    let navigator = OverNats::through(&client).expect("it is let in");
    until("it is served", || navigator.ask("yard", &near(), &Wish::default()).is_ok());
    assert!(runtime.block_on(worker.end()));
}

/// A claim that somebody has signed, as NATS has them.
fn signed(by: &KeyPair, name: &str, subject: &KeyPair, nats: &Value) -> String {
    let head = json!({ "typ": "JWT", "alg": "ed25519-nkey" });
    let (by_name, subject) = (by.public_key(), subject.public_key());
    let claim = json!({ "jti": name, "iat": 1_700_000_000, "iss": by_name, "name": name,
        "sub": subject, "nats": nats });
    let [head, claim] = [head, claim].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part.to_string()));
    let text = format!("{head}.{claim}");
    let signature = by.sign(text.as_bytes()).expect("it can sign");
    format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

/// What stands in a file of credentials.
fn credentials(account: &KeyPair) -> String {
    let user = KeyPair::new_user();
    let endless = json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1,
        "pub": {}, "sub": {} });
    let (jwt, seed) =
        (signed(account, "worker", &user, &endless), user.seed().expect("it has one"));
    format!(
        "-----BEGIN NATS USER JWT-----\n{jwt}\n------END NATS USER JWT------\n\n\
         *** keep it secret ***\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    )
}

#[test]
fn a_file_of_credentials_lets_in_whom_a_known_account_has_signed() {
    let (runtime, folder) = (runtime(), folder("nats_credentials"));
    let operator = KeyPair::new_operator();
    let [system, game, strange] = [0; 3].map(|_| KeyPair::new_account());
    let all = -1;
    let limits = json!({ "subs": all, "data": all, "payload": all, "imports": all, "exports": all,
        "wildcards": true, "conn": all, "leaf": all, "mem_storage": all, "disk_storage": all,
        "streams": all, "consumer": all });
    let of_account = json!({ "type": "account", "version": 2, "limits": limits });
    // The system's own account stores nothing.
    let of_system = json!({ "type": "account", "version": 2, "limits": { "subs": all, "data": all,
        "payload": all, "imports": all, "exports": all, "wildcards": true, "conn": all, "leaf": all } });
    let root = signed(&operator, "studio", &operator, &json!({ "type": "operator", "version": 2 }));
    let accounts = [(&system, "SYS", &of_system), (&game, "GAME", &of_account)];
    let accounts = accounts.map(|(key, name, claim)| {
        format!("{}: \"{}\"", key.public_key(), signed(&operator, name, key, claim))
    });
    let broker = Broker::letting_in(&format!(
        "operator: \"{root}\"\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{\n{}\n}}",
        system.public_key(),
        accounts.join("\n")
    ));
    let url = broker.url();
    let at = |text: &str| NatsBroker::at(&url).with_credentials(text).expect("credentials");
    let known = credentials(&game);
    let path = file(&folder, "known.creds", &known);
    are_let_in(&runtime, &[("nats", &url), ("nats-creds", &path)], &at(&known));
    let unknown = credentials(&strange);
    let path = file(&folder, "unknown.creds", &unknown);
    are_kept_out(&runtime, &[("nats", &url), ("nats-creds", &path)], &at(&unknown));
    are_kept_out(&runtime, &[("nats", &url)], &NatsBroker::at(&url));
    let path = file(&folder, "damaged.creds", &known[..known.len() / 2]);
    let error = begin(&runtime, &[("nats", &url), ("nats-creds", &path)]).unwrap_err().to_string();
    assert!(error.contains("damaged.creds") && error.contains("no credentials of NATS"), "{error}");
    let error = begin(&runtime, &[("nats-creds", &path)]).unwrap_err().to_string();
    assert!(error.contains("expected the setting nats as well"), "{error}");
}

#[test]
fn a_broker_shows_a_certificate_of_a_known_authority() {
    let (runtime, folder) = (runtime(), folder("nats_tls"));
    let (known, strange) = (Authority::new(), Authority::new());
    let signed = known.sign("localhost");
    let chain = file(&folder, "chain.pem", &signed.chain);
    let key = file(&folder, "key.pem", &signed.key);
    let broker = Broker::letting_in(&format!(
        "tls {{ cert_file: {chain:?}\nkey_file: {key:?}\ntimeout: 5 }}\nauthorization {{ token: \"t\" }}"
    ));
    let url = format!("tls://t@localhost:{}", broker.port());
    let known = file(&folder, "known.pem", &known.pem);
    let at = |authorities: &str| NatsBroker::at(&url).with_authorities(authorities);
    are_let_in(&runtime, &[("nats", &url), ("nats-ca", &known)], &at(&known));
    let strange = file(&folder, "strange.pem", &strange.pem);
    let error = begin(&runtime, &[("nats", &url), ("nats-ca", &strange)]).unwrap_err().to_string();
    assert!(error.contains("NATS at tls://localhost") && error.contains("certificate"), "{error}");
    let refusal = OverNats::through(&at(&strange)).unwrap_err().to_string();
    assert!(refusal.contains("certificate"), "{refusal}");
    let nowhere = [("nats", &*url), ("nats-ca", "nowhere.pem")];
    let error = begin(&runtime, &nowhere).unwrap_err().to_string();
    assert!(error.contains("nowhere.pem cannot be read"), "{error}");
}
