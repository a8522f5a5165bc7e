/** What is made of its ingredients, and made anew only when one of these is another. */
export function kept<Ingredients extends [] | unknown[], Made>(
  ingredients: () => Ingredients,
  make: (...ingredients: Ingredients) => Made,
): () => Made {
  let last: { readonly of: Ingredients; readonly made: Made } | undefined;
  return () => {
    const now = ingredients();
    if (last === undefined || now.some((each, at) => !Object.is(each, last?.of[at]))) {
      last = { of: now, made: make(...now) };
    }
    return last.made;
  };
}
