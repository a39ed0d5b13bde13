// Holds the service's OpenAPI document to the rules that Redocly recommends, and says where it breaks one.

import { createConfig, lint } from "@redocly/openapi-core";
import { fileURLToPath } from "node:url";

const ref = process.argv[2] ?? fileURLToPath(new URL("../../../crates/xunlu-serve/openapi.json", import.meta.url));
const problems = await lint({ ref, config: await createConfig({ extends: ["recommended-strict"] }) });
for (const { ruleId, message, location } of problems) {
  console.error(`${ref}${location[0]?.pointer ?? ""}: ${message.trim()} (${ruleId})`);
}
process.exitCode = problems.length > 0 ? 1 : 0;
