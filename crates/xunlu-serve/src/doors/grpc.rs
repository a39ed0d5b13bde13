//! gRPC: the questions of `proto/xunlu/v1/pathfinding.proto`, one call each or many on one stream.

pub(in crate::doors) mod messages;
mod ask_message;
mod asked;
mod told;
mod scene;
mod status;
mod talk;
mod standard;

use self::ask_message::AskMessage;
use self::messages as said;
use self::standard::Standard;
use self::status::{status, time_of};
use self::talk::PREFIX_BYTES;
use super::caller::{change, change_scene, request_of};
use super::connections::{self, Connection};
use super::guard;
use super::http::{Waits, body, lost, trace_of};
use super::unread;
use crate::ChangeAsked;
use crate::access::Scope;
use crate::core::request::Gone;
use crate::pool::Waking;
use crate::server::Server;
use crate::tls::Spoken;
use crate::trace::TraceId;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderMap};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use prost::Message;
use std::convert::Infallible;
use std::future::ready;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tonic::Status;
use tonic::body::Body;
use tonic::server::{Grpc, UnaryService};
use tonic_prost::ProstCodec;
use xunlu_client::{ChangeCall, Refusal, RefusalKind};

/// What every address of the service begins with.
const SERVICE: &str = "/xunlu.v1.Pathfinding/";

/// Serves connections until `end` is told; then answers what was asked, and ends.
pub(crate) async fn serve(listener: TcpListener, server: Server, told: watch::Receiver<bool>) {
    let builder = connections::builder().http2_only();
    let standard = Standard::new().await;
    let report = standard.clone().report(&server, told.clone());
    let answered = move |connection: Connection| {
        let standard = standard.clone();
        service_fn(move |request| {
            let (connection, standard) = (connection.clone(), standard.clone());
            Box::pin(
                async move { Ok::<_, Infallible>(answered(&connection, &standard, request).await) },
            )
        })
    };
    let (own, rest) = (server.clone(), ready(()));
    let served = connections::serve(listener, own, Spoken::Grpc, told, builder, answered, rest);
    tokio::select! {
        () = served => {}
        () = report => {}
    }
}

async fn answered(
    connection: &Connection,
    standard: &Standard,
    request: Request<Incoming>,
) -> Response<Body> {
    let content = request.headers().get(CONTENT_TYPE).map(|value| value.as_bytes());
    if request.method() != Method::POST
        || !content.is_some_and(|own| own.starts_with(b"application/grpc"))
    {
        let mut reply = Response::new(Body::empty());
        *reply.status_mut() = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return reply;
    }
    let address = request.uri().path().to_owned();
    let method = address.strip_prefix(SERVICE).unwrap_or_default();
    let grant = guard::grant(&connection.server, request.headers());
    if let Err(refusal) = scope_of(method).map_or(Ok(()), |scope| grant.allow(scope)) {
        return status(refusal).into_http();
    }
    let bytes_max = connection.server.bounds().question_bytes_max;
    match method {
        "Path" => asked::<said::PathRequest>(connection, "path", request).await,
        "Paths" => asked::<said::PathsRequest>(connection, "paths", request).await,
        "Explain" => asked::<said::ExplainRequest>(connection, "explain", request).await,
        "Raycast" => asked::<said::RaycastRequest>(connection, "raycast", request).await,
        "Reach" => asked::<said::ReachRequest>(connection, "reach", request).await,
        "Nearest" => asked::<said::NearestRequest>(connection, "nearest", request).await,
        "Matrix" => asked::<said::MatrixRequest>(connection, "matrix", request).await,
        "Field" => asked::<said::FieldRequest>(connection, "field", request).await,
        "Random" => asked::<said::RandomRequest>(connection, "random", request).await,
        "AskScene" => asked::<said::SceneRequest>(connection, "scene", request).await,
        "ChangeScene" => {
            let trace = trace_of(request.headers());
            let change = |said, _| scene_changed(&connection.server, said, trace);
            unary(request, bytes_max.saturating_mul(8), |_| false, change).await
        }
        "Change" => {
            let trace = trace_of(request.headers());
            let change = |said, _| changed(&connection.server, said, trace);
            unary(request, bytes_max.saturating_mul(8), |_| false, change).await
        }
        "ListMaps" => {
            let maps = |_: said::ListMapsRequest, _| ready(maps(&connection.server));
            unary(request, bytes_max, |_| false, maps).await
        }
        "Talk" => talk::answered(connection, grant, request),
        _ => {
            let request = match standard.answered(request, &connection.end).await {
                Ok(reply) => return reply,
                Err(request) => request,
            };
            let address = request.uri().path();
            let words = format!("there is no {address}; expected {SERVICE}Path and its like");
            status(Refusal::new(RefusalKind::NoSuchPlace, words)).into_http()
        }
    }
}

/// What a call takes. Returns `None` if anybody may, as whether the service is well, and what may be called.
fn scope_of(method: &str) -> Option<Scope> {
    match method {
        // What is said on it is looked at call by call.
        "" | "Talk" => None,
        "Change" | "ChangeScene" => Some(Scope::Edit),
        _ => Some(Scope::Read),
    }
}

/// A question, by what it is called at other doors, and the answer.
async fn asked<Q: AskMessage>(
    connection: &Connection,
    question: &str,
    request: Request<Incoming>,
) -> Response<Body> {
    let bytes_max = connection.server.bounds().question_bytes_max;
    let trace = trace_of(request.headers());
    let is_refused = |message: &[u8]| {
        let is_search = || match question {
            "scene" => unread::in_scene_message(message),
            _ => unread::is_search(question, false),
        };
        unread::is_refused(&connection.server, connection.client, is_search)
    };
    unary(request, bytes_max, is_refused, |said: Q, time| ask(connection, said, time, trace)).await
}

/// One message and the one that answers it, of no more than so many bytes, in the time that the call has,
/// unless it is refused once it has come, by its bytes.
async fn unary<A, R, F>(
    request: Request<Incoming>,
    bytes_max: usize,
    is_refused: impl FnOnce(&[u8]) -> bool,
    mut answer: impl FnMut(A, Option<Duration>) -> F,
) -> Response<Body>
where
    A: Message + Default + 'static,
    R: Message + 'static,
    F: Future<Output = Result<R, Refusal>>,
{
    let begun = Instant::now();
    let head = request.headers().clone();
    let read = async {
        let time = time(&head)?;
        let (head, rest) = request.into_parts();
        // As a whole, so that nobody waits for long for one that comes little by little.
        let bytes = body(Request::new(rest), bytes_max).await?;
        Ok((time.map(|time| time.saturating_sub(begun.elapsed())), head, bytes))
    };
    match read.await {
        Ok((_, _, bytes)) if is_refused(bytes.get(PREFIX_BYTES..).unwrap_or_default()) => {
            status(unread::refusal()).into_http()
        }
        Ok((time, head, bytes)) => {
            let whole = Request::from_parts(head, Full::new(bytes));
            let mut grpc = Grpc::new(ProstCodec::<R, A>::default())
                .max_decoding_message_size(bytes_max)
                .max_encoding_message_size(usize::MAX);
            let answer = |said| {
                let answered = answer(said, time);
                async { answered.await.map(tonic::Response::new).map_err(status) }
            };
            grpc.unary(Answerer(answer), whole).await
        }
        Err(refusal) => status(refusal).into_http(),
    }
}

/// How long a call may take, if it says so. Returns `None` if it does not.
fn time(head: &HeaderMap) -> Result<Option<Duration>, Refusal> {
    let said = head.get("grpc-timeout");
    said.map(|value| time_of(value.to_str().unwrap_or_default())).transpose()
}

/// A question, for as long as somebody waits for the answer.
async fn ask<Q: AskMessage>(
    connection: &Connection,
    said: Q,
    time: Option<Duration>,
    trace: Option<TraceId>,
) -> Result<Q::Reply, Refusal> {
    let waits = Waits(Gone::default());
    let mut request = request_of(said.asked()?, connection.client, waits.0.clone())?;
    request.time = time;
    let (tell, wait) = oneshot::channel();
    let told = move |told: Result<_, _>, _: &mut Waking| drop(tell.send(told.map(Q::reply)));
    connection.server.pool().ask(request, trace, Box::new(told));
    wait.await.map_err(|_| lost())??.ok_or_else(lost)
}

/// A change. One that was begun is made, whether its time is over or not.
async fn changed(
    server: &Server,
    said: said::ChangeRequest,
    trace: Option<TraceId>,
) -> Result<said::ChangeReply, Refusal> {
    let said::ChangeRequest { map, change: own, id, expected } = said;
    let call = ChangeCall { map, what: asked::change(own)?, id, expected, trace: None };
    let (map, asked, _) = change(call)?;
    made(server, &map, asked, trace).await
}

async fn scene_changed(
    server: &Server,
    said: said::SceneChangeRequest,
    trace: Option<TraceId>,
) -> Result<said::ChangeReply, Refusal> {
    let (scene, asked, _) = change_scene(scene::change_call(said)?)?;
    made(server, &scene, asked, trace).await
}

/// What comes of a change.
async fn made(
    server: &Server,
    map: &str,
    asked: ChangeAsked,
    trace: Option<TraceId>,
) -> Result<said::ChangeReply, Refusal> {
    let (tell, wait) = oneshot::channel();
    server.pool().change(map, asked, trace, Box::new(move |made, _| drop(tell.send(made))));
    match wait.await.map_err(|_| lost())?? {
        xunlu_client::Response::Changed(made) => Ok(told::changed(made)),
        _ => Err(lost()),
    }
}

fn maps(server: &Server) -> Result<said::ListMapsReply, Refusal> {
    match server.maps() {
        xunlu_client::Response::Maps(held) => Ok(told::maps(held)),
        _ => Err(lost()),
    }
}

/// A function as the trait that messages are answered by.
struct Answerer<F>(F);

impl<A, R, F, W> UnaryService<A> for Answerer<F>
where
    F: FnMut(A) -> W,
    W: Future<Output = Result<tonic::Response<R>, Status>>,
{
    type Response = R;
    type Future = W;

    fn call(&mut self, request: tonic::Request<A>) -> W {
        (self.0)(request.into_inner())
    }
}
