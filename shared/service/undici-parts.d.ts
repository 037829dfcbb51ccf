/** The parts of undici that are imported by their files have the types that its main module gives them. */

declare module "undici/lib/api/api-connect.js" {
  const connect: import("undici").Dispatcher["connect"];
  export default connect;
}

declare module "undici/lib/dispatcher/dispatcher.js" {
  export { Dispatcher as default } from "undici";
}

declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici";
}

declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  export { EnvHttpProxyAgent as default } from "undici";
}
