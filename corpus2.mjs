export {rows};
