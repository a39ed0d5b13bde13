// Server-sent events (WHATWG HTML, 9.2), as the service writes them.

/** One of them. */
export type ServerSent = { readonly name: string; readonly id?: string; readonly data: string };

/** The events of a stream of bytes, until it ends. */
export async function* serverSent(bytes: ReadableStream<Uint8Array>): AsyncGenerator<ServerSent> {
  const [reader, decoder] = [bytes.getReader(), new TextDecoder()];
  let text = "";
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) {
        // What is not ended by an empty line was cut short.
        return;
      }
      text += decoder.decode(value, { stream: true });
      let end: number;
      while ((end = text.indexOf("\n\n")) >= 0) {
        const told = event(text.slice(0, end));
        text = text.slice(end + 2);
        if (told) {
          yield told;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** An event from its lines; none where they are a comment, which says that the stream is alive. */
function event(lines: string): ServerSent | undefined {
  let [name, id, data]: (string | undefined)[] = ["message"];
  for (const line of lines.split("\n")) {
    const [, field, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
    if (field === "event") {
      name = value;
    } else if (field === "id") {
      id = value;
    } else if (field === "data") {
      data = data === undefined ? value : `${data}\n${value}`;
    }
  }
  if (name === undefined || data === undefined) {
    return undefined;
  }
  return id === undefined ? { name, data } : { name, id, data };
}
