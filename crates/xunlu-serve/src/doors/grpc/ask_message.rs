//! Which message asks what, and which one answers it.

use super::asked::{mover, query};
use super::messages as said;
use super::told;
use prost::Message;
use xunlu_client::{
    Ask, AskCall, FieldAsked, MatrixAsked, NearestAsked, RandomAsked, RaycastAsked, ReachAsked,
    Refusal, Response,
};

/// A message that asks something of a map.
pub(super) trait AskMessage: Message + Default + 'static {
    /// What answers it.
    type Reply: Message + Default + 'static;

    /// What is asked, as every door asks it.
    fn asked(self) -> Result<AskCall, Refusal>;

    /// The answer. Returns `None` if it is none to this.
    fn reply(told: Response) -> Option<Self::Reply>;
}

fn call(map: String, [at_least, exactly]: [Option<String>; 2], what: Ask) -> AskCall {
    AskCall { map, what, at_least, exactly, time_ms: None, trace: None }
}

impl AskMessage for said::PathRequest {
    type Reply = said::Answer;

    fn asked(self) -> Result<AskCall, Refusal> {
        let what = Ask::Path(Box::new(query(self.query)?));
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::Answer> {
        if let Response::Path(told) = told { Some(told::answer(told)) } else { None }
    }
}

impl AskMessage for said::PathsRequest {
    type Reply = said::PathsReply;

    fn asked(self) -> Result<AskCall, Refusal> {
        let queries = self.queries.into_iter().map(|own| query(Some(own)));
        let what = Ask::Paths(queries.collect::<Result<_, _>>()?);
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::PathsReply> {
        if let Response::Paths(told) = told { Some(told::answers(told)) } else { None }
    }
}

impl AskMessage for said::ExplainRequest {
    type Reply = said::Explanation;

    fn asked(self) -> Result<AskCall, Refusal> {
        let what = Ask::Explain(Box::new(query(self.query)?));
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::Explanation> {
        if let Response::Explain(told) = told { Some(told::explanation(*told)) } else { None }
    }
}

impl AskMessage for said::RaycastRequest {
    type Reply = said::RaycastReply;

    fn asked(self) -> Result<AskCall, Refusal> {
        let (from, to, mover) = (self.from, self.to, mover(self.mover)?);
        let what = Ask::Raycast(RaycastAsked { from, to, mover });
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::RaycastReply> {
        if let Response::Raycast(told) = told { Some(told::raycast(told)) } else { None }
    }
}

impl AskMessage for said::ReachRequest {
    type Reply = said::ReachReply;

    fn asked(self) -> Result<AskCall, Refusal> {
        let (from, budget, mover) = (self.from, self.budget, mover(self.mover)?);
        let what = Ask::Reach(ReachAsked { from, budget, mover });
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::ReachReply> {
        if let Response::Reach(told) = told { Some(told::reach(told)) } else { None }
    }
}

impl AskMessage for said::NearestRequest {
    type Reply = said::NearestReply;

    fn asked(self) -> Result<AskCall, Refusal> {
        let (place, mover) = (self.place, mover(self.mover)?);
        let what = Ask::Nearest(NearestAsked { place, mover });
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::NearestReply> {
        if let Response::Nearest(told) = told { Some(told::nearest(told)) } else { None }
    }
}

impl AskMessage for said::MatrixRequest {
    type Reply = said::MatrixReply;

    fn asked(self) -> Result<AskCall, Refusal> {
        let (from, to, mover) = (self.from, self.to, mover(self.mover)?);
        let what = Ask::Matrix(MatrixAsked { from, to, mover });
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::MatrixReply> {
        if let Response::Matrix(told) = told { Some(told::matrix(told)) } else { None }
    }
}

impl AskMessage for said::FieldRequest {
    type Reply = said::FieldReply;

    fn asked(self) -> Result<AskCall, Refusal> {
        let (to, mover) = (self.to, mover(self.mover)?);
        let places = self.places.map(|list| list.places);
        let what = Ask::Field(FieldAsked { to, places, mover });
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::FieldReply> {
        if let Response::Field(told) = told { Some(told::field(told)) } else { None }
    }
}

impl AskMessage for said::RandomRequest {
    type Reply = said::RandomReply;

    fn asked(self) -> Result<AskCall, Refusal> {
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        let (seed, mover) = (self.seed, mover(self.mover)?);
        let what = Ask::Random(RandomAsked { seed, count, mover });
        Ok(call(self.map, [self.at_least, self.exactly], what))
    }

    fn reply(told: Response) -> Option<said::RandomReply> {
        if let Response::Random(told) = told { Some(told::random(told)) } else { None }
    }
}
