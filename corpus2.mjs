export { rows };
