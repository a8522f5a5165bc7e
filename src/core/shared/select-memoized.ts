/**
 * Memoizes a selector by its last input, and keeps the previous result while the new one is equal.
 *
 * @param isSame whether an input equals the last input
 */
export function selectMemoized<Input, Selected>(
  selector: (input: Input) => Selected,
  equals: (a: Selected, b: Selected) => boolean = Object.is,
  isSame: (a: Input, b: Input) => boolean = Object.is,
): (input: Input) => Selected {
  let last: { readonly input: Input; readonly selected: Selected } | undefined;
  return (input) => {
    if (last !== undefined && isSame(input, last.input)) return last.selected;
    const selected = selector(input);
    last = { input, selected: last !== undefined && equals(last.selected, selected) ? last.selected : selected };
    return last.selected;
  };
}
