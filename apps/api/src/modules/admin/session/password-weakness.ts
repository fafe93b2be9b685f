const MIN_LENGTH = 8

/** Says why a password would be guessed among the first; undefined where it would not. */
export function weaknessOf(password: string): string | undefined {
  if ([...password].length < MIN_LENGTH) return `needs at least ${MIN_LENGTH} characters`
  if (new Set(password.toLowerCase()).size < 4) return 'repeats too few letters'
  if (firstGuesses.test(password)) return 'is one of the first that anybody tries'
  return undefined
}

/** The words that lists of stolen passwords begin with, with or without a tail of digits and signs. */
const firstGuesses =
  /^(pass(word)?|p[a@]ssw[o0]rd|admin(istrator)?|letmein|welcome|qwerty(uiop)?|abc|iloveyou|change_?me|secret|marashi|perfume|nairobi|kenya)?[\d\W_]*$/i
