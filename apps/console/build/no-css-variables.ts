/** Takes the place of MUI's themes in CSS variables, which the console does not use. */

// biome-ignore lint/style/noDefaultExport: MUI imports the function by default.
export default function createThemeWithVars(): never {
  throw new Error('The console is built without themes in CSS variables');
}

export const CssVarsProvider = createThemeWithVars;
