import{createRequire}from"node:module";const require=createRequire(import.meta.url);
import{a as r,b as i}from"./chunk-IDWVN4GM.js";var o=i((p,e)=>{e.exports=r("node:crypto")});export{o as a};
