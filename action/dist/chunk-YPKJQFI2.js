import{createRequire}from"node:module";const require=createRequire(import.meta.url);
function t(n){return typeof n=="object"&&n!==null&&!Array.isArray(n)}function e(n){return`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`}export{t as a,e as b};
