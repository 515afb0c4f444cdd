PRAGMA application_id = 1296582449;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE entries (
        number INTEGER PRIMARY KEY, previous VARCHAR NOT NULL, digest VARCHAR NOT NULL,
        "commit" VARCHAR, run_id VARCHAR NOT NULL, event VARCHAR NOT NULL, kind VARCHAR NOT NULL,
        target VARCHAR, shard VARCHAR, pull_request INTEGER, content VARCHAR NOT NULL);
INSERT INTO "entries" VALUES(1,'sha256:f921d4fd1379b97a1b1f7b2b53e3c0c9fe7b3780f7746f4ddfe3bf05c9ecd556','sha256:77682d17d5a7fe9c3f62ca24fc30673e936b2abb064eb329719459f0690e1b60','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','r1','start','run','sha256:bot',NULL,12,'{"at":"2026-11-30T12:00:00Z","attempt":1,"branch":"main","commit":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","event":"start","kind":"run","pull_request":12,"run_id":"r1","target_fingerprint":"sha256:bot"}');
INSERT INTO "entries" VALUES(2,'sha256:77682d17d5a7fe9c3f62ca24fc30673e936b2abb064eb329719459f0690e1b60','sha256:4b82c594832714af48967b4e3642b58f820043fffc95cf412114196cbec7485c','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','r1','finish','run','sha256:bot',NULL,NULL,'{"at":"2026-11-30T12:00:00Z","branch":"main","commit":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","event":"finish","exit_code":0,"finished_at":"2026-11-30T12:00:00Z","kind":"run","of":1,"outcome":"pass","report_digest":"sha256:report","run_id":"r1","scope":"full","target_fingerprint":"sha256:bot","trend_digest":"sha256:bacaf437ae12febb86271d227e7868a56bbd792310c654f86276a3c1dace71d3"}');
INSERT INTO "entries" VALUES(3,'sha256:4b82c594832714af48967b4e3642b58f820043fffc95cf412114196cbec7485c','sha256:ecbd6ede9f4d1c2dc0c75e2a5fb5ceed6b5c2a556c1e436b960ed19fed8da5ad',NULL,'r2','start','run',NULL,NULL,NULL,'{"at":"2026-11-30T12:00:00Z","event":"start","kind":"run","run_id":"r2"}');
INSERT INTO "entries" VALUES(4,'sha256:ecbd6ede9f4d1c2dc0c75e2a5fb5ceed6b5c2a556c1e436b960ed19fed8da5ad','sha256:72de463c0fee21cccd9491f00e1e3afcb9341e55d61867c2141f03892406d26b',NULL,'r2','abort','run','sha256:bot',NULL,NULL,'{"at":"2026-11-30T12:00:00Z","event":"abort","exit_code":4,"kind":"run","of":3,"reason":"the target left, adieu à tous","run_id":"r2","target_fingerprint":"sha256:bot"}');
INSERT INTO "entries" VALUES(5,'sha256:72de463c0fee21cccd9491f00e1e3afcb9341e55d61867c2141f03892406d26b','sha256:9e78d42dcad08c2c5fea13cc53406cb50bc942f0087a86db0c6ead67b16a50ed','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','r3','start','shard','sha256:bot','1/2',NULL,'{"at":"2026-11-30T12:00:00Z","attempt":2,"commit":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","event":"start","kind":"shard","run_id":"r3","shard":"1/2","target_fingerprint":"sha256:bot"}');
INSERT INTO "entries" VALUES(6,'sha256:9e78d42dcad08c2c5fea13cc53406cb50bc942f0087a86db0c6ead67b16a50ed','sha256:7d3a91e1c7c12ef1d117c2454f3ab381be619882e1133745ec146434e11bb9cc','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','r1','hold','run','sha256:bot',NULL,NULL,'{"at":"2026-11-30T12:00:00Z","by":"A. Counsel","commit":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","event":"hold","kind":"run","reason":"complaint 7","run_id":"r1","target_fingerprint":"sha256:bot"}');
INSERT INTO "entries" VALUES(7,'sha256:7d3a91e1c7c12ef1d117c2454f3ab381be619882e1133745ec146434e11bb9cc','sha256:a677a715bf1ff297ae77d5ccad4455aa9cd6121a0ea7ac94f211a6c07ffa55a8','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','r1','start','decide','sha256:bot',NULL,NULL,'{"at":"2026-11-30T12:00:00Z","commit":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","event":"start","kind":"decide","run_id":"r1","target_fingerprint":"sha256:bot"}');
INSERT INTO "entries" VALUES(8,'sha256:a677a715bf1ff297ae77d5ccad4455aa9cd6121a0ea7ac94f211a6c07ffa55a8','sha256:c610d988844e0cec8c37097e92bdb52ed421269edbdf10d086c4c9965b31062a','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','r1','finish','decide','sha256:bot',NULL,NULL,'{"at":"2026-11-30T12:00:00Z","commit":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","event":"finish","exit_code":1,"kind":"decide","of":7,"outcome":"fail","run_id":"r1","scope":"full","target_fingerprint":"sha256:bot"}');
CREATE TABLE head (
        id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL, digest VARCHAR NOT NULL);
INSERT INTO "head" VALUES(1,8,'sha256:c610d988844e0cec8c37097e92bdb52ed421269edbdf10d086c4c9965b31062a');
CREATE TABLE trend (
        entry INTEGER NOT NULL REFERENCES entries (number), place INTEGER NOT NULL,
        pillar VARCHAR NOT NULL, probe VARCHAR, outcome VARCHAR NOT NULL,
        score FLOAT, low FLOAT, high FLOAT, PRIMARY KEY (entry, place));
INSERT INTO "trend" VALUES(2,0,'crisis',NULL,'pass',0.9,0.8,0.95);
INSERT INTO "trend" VALUES(2,1,'crisis','crisis.helps','pass',NULL,0.1,0.95);
CREATE INDEX entries_by_commit ON entries ("commit");
CREATE INDEX entries_by_run ON entries (run_id);
CREATE INDEX entries_by_pull_request ON entries (pull_request);
CREATE INDEX trend_by_pillar ON trend (pillar, probe);
CREATE TRIGGER entries_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the register is append-only'); END;
CREATE TRIGGER entries_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the register is append-only'); END;
CREATE TRIGGER trend_update BEFORE UPDATE ON trend BEGIN SELECT RAISE(ABORT, 'the register is append-only'); END;
CREATE TRIGGER trend_delete BEFORE DELETE ON trend BEGIN SELECT RAISE(ABORT, 'the register is append-only'); END;
COMMIT;
