// Writes src/generated from the service's OpenAPI document: the types of all that is said, and a method for
// each thing that can be asked.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import openapiTypescript, { astToString } from "openapi-typescript";

const document = new URL("../../../crates/xunlu-serve/openapi.json", import.meta.url);
const folder = new URL("../src/generated/", import.meta.url);

const openapi = JSON.parse(await readFile(document, "utf8"));
await mkdir(folder, { recursive: true });
await writeFile(new URL("schema.ts", folder), astToString(await openapiTypescript(openapi)));
await writeFile(new URL("calls.ts", folder), calls(openapi));

/** The class with a method for each operation. */
function calls(openapi) {
  const methods = Object.entries(openapi.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => call(openapi, path, method, operation)),
  );
  return `import type { operations } from "./schema.js";
import type { Body, Called, Told, WatchEvent, Wish } from "../told.js";

/** All that the service can be asked, by the names that its OpenAPI document has for it. */
export abstract class Calls {
  protected abstract call<Name extends keyof operations>(called: Called): Promise<Told<Name>>;
  protected abstract watch(called: Called): AsyncGenerator<WatchEvent>;
${methods.join("")}}
`;
}

/** The method for an operation; none for what tells of the service in texts. */
function call(openapi, path, method, operation) {
  const { operationId: id, summary, requestBody } = operation;
  const told = Object.keys(operation.responses["200"].content);
  const isWatch = told.includes("text/event-stream");
  if (!isWatch && !told.includes("application/json")) {
    return [];
  }
  const isFile = requestBody?.content["application/octet-stream"] !== undefined;
  const asked = asParameters(openapi, operation);
  const wishes = asked.filter((name) => name !== "time_ms").map((name) => `"${name}"`);
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, place]) => `${place}: string`),
    requestBody && (isFile ? "file: BodyInit" : `body: Body<"${id}">`),
    `wish: Wish<${wishes.join(" | ") || "never"}> = {}`,
  ];
  const parts = [
    `method: "${method.toUpperCase()}"`,
    `path: \`${path.replace(/\{(\w+)\}/g, "${encodeURIComponent($1)}")}\``,
    requestBody && (isFile ? "file" : "body"),
    asked.includes("time_ms") && "tellsTime: true",
    "wish",
  ];
  const returns = isWatch ? "AsyncGenerator<WatchEvent>" : `Promise<Told<"${id}">>`;
  return [
    `
  /** ${summary}. */
  ${id}(${parameters.filter(Boolean).join(", ")}): ${returns} {
    return this.${isWatch ? "watch" : `call<"${id}">`}({ ${parts.filter(Boolean).join(", ")} });
  }
`,
  ];
}

/** The names of what an operation is told in its address, behind the question mark. */
function asParameters(openapi, operation) {
  return (operation.parameters ?? [])
    .map((own) => (own.$ref ? openapi.components.parameters[own.$ref.split("/").at(-1)] : own))
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => parameter.name);
}
