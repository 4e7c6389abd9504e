import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './window.css';
