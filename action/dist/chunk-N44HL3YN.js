import{createRequire}from"node:module";const require=createRequire(import.meta.url);
function r(n){return typeof n=="object"&&n!==null&&!Array.isArray(n)}function u(n){return`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`}function s(n,...t){return t.reduce((e,o)=>r(e)?e[o]:void 0,n)}export{r as a,u as b,s as c};
