import{createRequire}from"node:module";const require=createRequire(import.meta.url);
import{d as n,f as l}from"./chunk-7WUNH6TC.js";import"./chunk-ESHFAKEN.js";import"./chunk-IDWVN4GM.js";function d(t){let e=n(t,""),r=new l(e),s=e.root===null?null:r.json(e.root,[]),[o]=[...e.problems,...r.problems];return o===void 0?{value:s}:{problem:`line ${o.line}: ${o.message}`}}export{d as readYaml};
