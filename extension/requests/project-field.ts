import { askPick } from "../editor/ask-pick.ts";
import { Cancelled } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import { escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";

/** Asks which field contains the project. Gives an empty name if the person leaves the field out. */
export async function askProjectField(vscode: VSCode, title: string): Promise<string> {
  const usual = ["project", "project_id", "projectId"];
  const answer = await askPick(vscode, {
    title,
    placeholder: t("Which field contains the project? Choose a field, or type its name"),
    offer: typed => {
      const name = typed.trim();
      const typedEntries =
        name === "" || usual.includes(name) ? [] : [{ label: escapeForPick(name), name, alwaysShow: true }];
      const offered = usual.map(each => ({ label: each, name: each, alwaysShow: false }));
      return [...offered, { label: t("Leave out"), name: "", alwaysShow: false }, ...typedEntries];
    },
  });
  if ("button" in answer) throw new Cancelled();
  return answer.item.name;
}
