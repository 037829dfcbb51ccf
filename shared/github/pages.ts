/** Reads GitHub's lists page by page. */

const pageSize = 100;
const mostPages = 100;

interface Page<Data> {
  readonly data: Data;
  header(name: string): string | undefined;
}

export async function collectPages<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Requests pages by number, because the address of the next page in a response can lead to another server. */
export async function* pages<Data>(
  requestPage: (page: { per_page: number; page: number }) => Promise<Page<Data>>,
  most = mostPages,
): AsyncGenerator<Data> {
  for (let page = 1; page <= most; page++) {
    const { data, header } = await requestPage({ per_page: pageSize, page });
    yield data;
    if (!/\brel="?next\b/.test(header("link") ?? "")) return;
  }
}
