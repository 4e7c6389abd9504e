const { contextBridge, ipcRenderer } = require('electron');
contextBridge.exposeInMainWorld('bench', { read: (path) => ipcRenderer.invoke('read', path) });
