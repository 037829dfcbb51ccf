import{createRequire}from"node:module";const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-CCWEKCSL.js";import"./chunk-II6LNHS5.js";export{c as calibrationSample,a as demo,b as demoCases};
