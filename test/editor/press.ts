import type { Locator } from "playwright-core";

/**
 * Presses a button by its name, and repeats it until a press arrives: if the button is redrawn between mouse down and
 * mouse up, neither the old nor the new one is clicked.
 */
export async function press(button: Locator, name: string): Promise<void> {
  const page = button.page();
  for (let attempt = 1; attempt <= 5; attempt++) {
    await page.evaluate(listenForPress);
    await button.click();
    const pressed = await page.evaluate(readPress);
    if (pressed?.includes(name)) return;
  }
  throw new Error(`No press arrives at "${name}".`);
}

interface Pressed {
  nameOfPressed?: string;
}

function listenForPress(): void {
  const noted = window as Window & Pressed;
  delete noted.nameOfPressed;
  const note = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest("a, button, [role=button]") : null;
    noted.nameOfPressed = `${button?.ariaLabel ?? ""} ${button?.textContent ?? ""}`;
  };
  document.addEventListener("click", note, { capture: true, once: true });
}

function readPress(): string | undefined {
  return (window as Window & Pressed).nameOfPressed;
}
