//! What every service of gRPC is asked by clients that know nothing of it: whether it is well, and what there
//! is to call.

use super::messages::DESCRIPTOR;
use crate::server::{Server, ended};
use hyper::body::{Body as HttpBody, Bytes, Frame, Incoming, SizeHint};
use hyper::{Request, Response};
use std::convert::Infallible;
use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::watch;
use tonic::body::Body;
use tonic::codegen::Service;
use tonic_health::ServingStatus;
use tonic_health::pb::health_server::HealthServer;
use tonic_health::server::{HealthReporter, HealthService};
use tonic_reflection::server::Builder;

/// What is asked of one service as a whole, and of all together.
const NAMES: [&str; 2] = ["", "xunlu.v1.Pathfinding"];

/// How large such a question may be.
const BYTES_MAX: usize = 64 << 10;

type Answered = Pin<Box<dyn Future<Output = Response<Body>> + Send>>;

type Answer = dyn Fn(Request<Until>) -> Answered + Send + Sync;

/// Health and reflection. A clone is the same.
#[derive(Clone)]
pub(super) struct Standard {
    services: Vec<(&'static str, Arc<Answer>)>,
    reporter: HealthReporter,
}

impl Standard {
    pub(super) async fn new() -> Standard {
        let reporter = HealthReporter::new();
        for name in NAMES {
            reporter.set_service_status(name, ServingStatus::Serving).await;
        }
        let health = HealthService::from_health_reporter(reporter.clone());
        let health = HealthServer::new(health).max_decoding_message_size(BYTES_MAX);
        let described = || {
            Builder::configure()
                .register_encoded_file_descriptor_set(DESCRIPTOR)
                .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        };
        const FINE: &str = "a test decodes the descriptions";
        let v1 = described().build_v1().expect(FINE).max_decoding_message_size(BYTES_MAX);
        let alpha = described().build_v1alpha().expect(FINE).max_decoding_message_size(BYTES_MAX);
        let services = vec![
            ("/grpc.health.v1.Health/", answered_by(health)),
            ("/grpc.reflection.v1.ServerReflection/", answered_by(v1)),
            ("/grpc.reflection.v1alpha.ServerReflection/", answered_by(alpha)),
        ];
        Standard { services, reporter }
    }

    /// Answers what is asked of it, until the end at most. Gives the request back if it is for somebody else.
    pub(super) async fn answered(
        &self,
        request: Request<Incoming>,
        end: &watch::Receiver<bool>,
    ) -> Result<Response<Body>, Request<Incoming>> {
        let path = request.uri().path();
        let found = self.services.iter().find(|(name, _)| path.starts_with(name));
        let Some((_, answer)) = found else { return Err(request) };
        let end = Box::pin(ended(end.clone()));
        Ok(answer(request.map(|body| Until { body, end })).await)
    }

    /// Tells who watches when nothing new is taken any more, and that there is nothing to watch at the end.
    pub(super) async fn report(mut self, server: &Server, end: watch::Receiver<bool>) {
        server.drained().await;
        for name in NAMES {
            self.reporter.set_service_status(name, ServingStatus::NotServing).await;
        }
        ended(end).await;
        for name in NAMES {
            self.reporter.clear_service_status(name).await;
        }
        pending().await
    }
}

fn answered_by<S>(service: S) -> Arc<Answer>
where
    S: Service<Request<Until>, Response = Response<Body>, Error = Infallible>,
    S: Clone + Send + Sync + 'static,
    S::Future: Send,
{
    Arc::new(move |request| {
        let mut service = service.clone();
        Box::pin(async move {
            match service.call(request).await {
                Ok(reply) => reply,
                Err(never) => match never {},
            }
        })
    })
}

/// What a client says, and nothing more when the service is to end: whoever answers it then ends as well.
pub(super) struct Until {
    body: Incoming,
    end: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl HttpBody for Until {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        if self.end.as_mut().poll(context).is_ready() {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
