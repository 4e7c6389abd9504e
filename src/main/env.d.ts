/// <reference types="electron-vite/node" />

declare module '*.yaml?raw' {
  const text: string;
  export default text;
}
