drop table person_erasure;
