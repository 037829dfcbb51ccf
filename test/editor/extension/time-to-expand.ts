import type { Editor } from "../editor.ts";

/** Expands a collapsed row of a view, and gives the milliseconds from the click to the first row below it. */
export async function timeToExpand(
  { window }: Editor,
  view: string,
  { row, first }: { readonly row: string | RegExp; readonly first: string },
): Promise<number> {
  const measured = window.page.evaluate(
    first =>
      new Promise<number>(resolve => {
        document.addEventListener(
          "mousedown",
          () => {
            const start = performance.now();
            const watcher = new MutationObserver(() => {
              const rows = [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')];
              if (!rows.some(({ innerText }) => innerText.includes(first))) return;
              watcher.disconnect();
              resolve(performance.now() - start);
            });
            watcher.observe(document.body, { childList: true, subtree: true, attributes: true });
          },
          { once: true, capture: true },
        );
      }),
    first,
  );
  await window.tree(view).item(row).expand();
  return measured;
}
