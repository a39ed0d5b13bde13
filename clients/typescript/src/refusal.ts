// Why there is no answer.

/** The service refused, or could not be asked. `code` never changes its meaning: `unknown-map`, `busy`, ... */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;
  /** When to come again, in milliseconds, where the service said so. */
  readonly retryAfter: number;

  constructor(code: string, detail: string, retryAfter = 0) {
    super(detail);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** Whether it may be gone a moment later, or at the next server. */
  get isPassing(): boolean {
    return ["unreachable", "busy", "draining"].includes(this.code);
  }

  /** What a reply without an answer says. */
  static async of(reply: Response): Promise<Refusal> {
    const text = await reply.text();
    const seconds = Number(reply.headers.get("retry-after") ?? 0);
    const retryAfter = Number.isFinite(seconds) ? seconds * 1000 : 0;
    try {
      const { code, detail } = JSON.parse(text) as { code?: unknown; detail?: unknown };
      if (typeof code === "string" && typeof detail === "string") {
        return new Refusal(code, detail, retryAfter);
      }
    } catch {
      // Somebody else said it, as a proxy does.
    }
    const isPassing = [429, 502, 503].includes(reply.status);
    return new Refusal(isPassing ? "unreachable" : "not-understood", `status ${reply.status}: ${text.slice(0, 200)}`, retryAfter);
  }
}
