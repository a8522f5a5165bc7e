/**
 * Remembers what a selector made of its last input, and keeps that result while a new one is equal to it.
 *
 * @param equals compares results. @default Object.is
 */
export function selectMemoized<Input, Selected>(
  selector: (input: Input) => Selected,
  equals: (a: Selected, b: Selected) => boolean = Object.is,
): (input: Input) => Selected {
  let last: { readonly input: Input; readonly selected: Selected } | undefined;
  return (input) => {
    if (last !== undefined && Object.is(input, last.input)) return last.selected;
    const selected = selector(input);
    last = { input, selected: last !== undefined && equals(last.selected, selected) ? last.selected : selected };
    return last.selected;
  };
}
