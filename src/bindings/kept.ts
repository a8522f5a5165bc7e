/** What is made of its ingredients, and made anew only when one of these is another. */
export function kept<Ingredients extends readonly unknown[], Made>(
  make: (...ingredients: Ingredients) => Made,
): (...ingredients: Ingredients) => Made {
  let last: { readonly ingredients: Ingredients; readonly made: Made } | undefined;
  return (...ingredients) => {
    if (last?.ingredients.every((each, at) => Object.is(each, ingredients[at])) !== true) {
      last = { ingredients, made: make(...ingredients) };
    }
    return last.made;
  };
}
