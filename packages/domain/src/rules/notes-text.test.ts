import { describe, expect, it } from 'vitest'
import { notesOf, notesText } from './notes-text.ts'

describe('the notes of a perfume as text', () => {
  it.each([
    [['Saffron', 'Taif rose'], 'Saffron, Taif rose'],
    [['Oud; smoky', 'Lime, wild'], '"Oud; smoky", "Lime, wild"'],
    [['5" musk', '"', '""', 'a"; "b', 'Amber'], '"5"" musk", """", """""", "a""; ""b", Amber'],
    [[], ''],
  ])('come back as they were: %j', (notes, text) => {
    expect(notesText(notes)).toBe(text)
    expect(notesOf(text)).toEqual(notes)
  })

  it.each([
    ['Lime;Mint ; Musk,', ['Lime', 'Mint', 'Musk']],
    [' , ;', []],
    ['"wild" oud, "Rose', ['"wild" oud', '"Rose']],
    ['"Oud, smoky" ;"Lime"', ['Oud, smoky', 'Lime']],
  ])('are read as a person types them: %j', (text, notes) => expect(notesOf(text)).toEqual(notes))
})
