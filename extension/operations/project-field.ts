/** Asks for the name of the field by which a record says what project it belongs to, where no record was seen to. */

import { askPick } from "../editor/ask-pick.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { inPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";

/** Empty where none is to be sent. */
export async function askProjectField(vscode: VSCode, title: string): Promise<string> {
  const usual = ["project", "project_id", "projectId"];
  const answer = await askPick(vscode, {
    title,
    placeholder: t("Which field says what project it belongs to? Choose one, or type its name"),
    offer: typed => {
      const name = typed.trim();
      const own =
        name === "" || usual.includes(name) ? [] : [{ label: inPick(name), name, alwaysShow: true }];
      const offered = usual.map(each => ({ label: each, name: each, alwaysShow: false }));
      return [...offered, { label: t("Leave out"), name: "", alwaysShow: false }, ...own];
    },
  });
  if ("button" in answer) throw new Cancelled();
  return answer.item.name;
}
