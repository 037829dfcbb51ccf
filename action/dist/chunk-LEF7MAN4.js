import{createRequire}from"node:module";const require=createRequire(import.meta.url);
function e(n){return typeof n=="object"&&n!==null&&!Array.isArray(n)}export{e as a};
