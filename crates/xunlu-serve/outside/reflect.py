"""A client of gRPC that has never seen the contract: what there is to call, it asks the service (reflection).

    reflect.py ADDRESS MAP FROM TO

Finds a path, and the same on a stream of calls; then a map that is not there is refused with a status.
"""

import sys

import grpc
from google.protobuf import json_format
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

SERVICE = "xunlu.v1.Pathfinding"
SECONDS_MAX = 30


class Client:
    """Calls by name, with messages as they are in JSON."""

    def __init__(self, channel):
        self.channel = channel
        known = ProtoReflectionDescriptorDatabase(channel)
        names = set(known.get_services())
        assert {SERVICE, "grpc.health.v1.Health"} <= names, f"{SERVICE} is not among {sorted(names)}"
        self.service = DescriptorPool(known).FindServiceByName(SERVICE)

    def call(self, name, *asked):
        method = self.service.FindMethodByName(name)
        kind, told = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
        asked = [json_format.ParseDict(each, kind()) for each in asked]
        ways = {"request_serializer": kind.SerializeToString, "response_deserializer": told.FromString}
        path = f"/{SERVICE}/{name}"
        if method.client_streaming:
            replies = self.channel.stream_stream(path, **ways)(iter(asked), timeout=SECONDS_MAX)
            return [json_format.MessageToDict(each) for each in replies]
        return json_format.MessageToDict(self.channel.unary_unary(path, **ways)(asked[0], timeout=SECONDS_MAX))


def main(address, name, start, goal):
    client = Client(grpc.insecure_channel(address))
    maps = [each["map"] for each in client.call("ListMaps", {})["maps"]]
    assert maps == [name], f"the service has {maps}"
    query = {"from": start, "goal": {"at": goal}}
    path = client.call("Path", {"map": name, "query": query})
    assert path["outcome"] == "OUTCOME_FOUND" and path["path"]["cost"] > 0, path
    replies = client.call("Talk", *({"id": number, "path": {"map": name, "query": query}} for number in (1, 2, 3)))
    assert sorted(reply["id"] for reply in replies) == [1, 2, 3], replies
    assert all(reply["path"]["path"] == path["path"] for reply in replies), replies
    try:
        client.call("Path", {"map": "nowhere", "query": query})
        raise AssertionError("a map that is not there was asked")
    except grpc.RpcError as error:
        assert error.code() == grpc.StatusCode.NOT_FOUND, error
    print(f"  {len(list(client.service.methods))} calls by reflection; {start} to {goal}: cost {path['path']['cost']}")


main(*sys.argv[1:])
