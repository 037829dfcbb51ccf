import{createRequire}from"node:module";const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-46XJKTVX.js";import"./chunk-IDWVN4GM.js";export{c as calibrationSample,a as demo,b as outcomes};
