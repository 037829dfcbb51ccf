import { expect, test } from "vitest";
import { reportPage } from "../../extension/runs/report-page.ts";

test("a report's page opens every fold around the chosen case, and no other", () => {
  const html = "<details>1</details><details>2<details>3</details><details>4 MARK</details></details>";
  expect(reportPage(html, "", "MARK")).toContain(
    '<details>1</details><details open>2<details>3</details><details open>4 <span id="case"></span></details></details>',
  );
});
