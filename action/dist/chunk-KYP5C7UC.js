import{createRequire}from"node:module";const require=createRequire(import.meta.url);
import{a as r,c as i}from"./chunk-TIIYFFZI.js";var o=i((p,e)=>{e.exports=r("node:crypto")});export{o as a};
