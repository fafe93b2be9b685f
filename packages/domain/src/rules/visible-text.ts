/** A name of which nothing can be seen is none. */

// Format marks and what Unicode calls ignorable have no width, and the empty Braille cell (U+2800) no dots.
const visibleCharacter = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** True where a reader sees at least one character. */
export const isVisibleText = (text: string): boolean => visibleCharacter.test(text)
